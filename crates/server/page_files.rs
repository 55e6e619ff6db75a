/// Whether a file of `web/` belongs to the page: not the tests, the tools or the types, which only the workshop needs.
fn is_page_file(path: &str) -> bool {
    const FOLDERS: [&str; 5] = ["node_modules", "test", "tests", "e2e", "scripts"];
    const FILES: [&str; 4] = ["package.json", "package-lock.json", "tsconfig.json", "README.md"];
    let folder_parts = path.split('/').rev().skip(1);
    let hidden = path.split('/').any(|part| part.starts_with('.'));
    !hidden && !folder_parts.into_iter().any(|part| FOLDERS.contains(&part)) && !FILES.contains(&path) && !path.ends_with(".ts")
}
