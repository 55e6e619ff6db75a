use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

/// Nothing but our own files, WebAssembly among them: no inline script, no inline style, no frame, no foreign address.
const POLICY: &str = "script-src 'self' 'wasm-unsafe-eval'; default-src 'none'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
     font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'";

/// The policy of a page that has scripts inside it, each allowed by the hash of its text.
pub fn policy_with(scripts: &str) -> HeaderValue {
    let whole = POLICY.replacen("script-src 'self'", &format!("script-src 'self' {scripts}"), 1);
    HeaderValue::from_str(&whole).unwrap_or(HeaderValue::from_static(POLICY))
}

/// What browsers are told about every answer.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// Adds the security headers to every answer that does not bring its own.
pub async fn secure(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}
