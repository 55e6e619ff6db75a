/// Whether a file of `web/` belongs to the page: not the tests, the tools or the types, which only the workshop needs.
fn is_page_file(path: &str) -> bool {
    const FOLDERS: [&str; 5] = ["node_modules", "test", "tests", "e2e", "scripts"];
    const FILES: [&str; 4] = ["package.json", "package-lock.json", "tsconfig.json", "README.md"];
    let of_the_workshop = path.split('/').rev().skip(1).any(|folder| FOLDERS.contains(&folder))
        || FILES.contains(&path)
        || path.rsplit('.').next() == Some("ts");
    let hidden = path.split('/').any(|part| part.starts_with('.'));
    !hidden && !of_the_workshop
}
