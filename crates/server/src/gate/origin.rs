use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::error::{ApiError, ApiResult, ProblemCode};
use crate::state::App;

/// The names under which this server may be addressed.
///
/// A web page anywhere can make its own host name point to 127.0.0.1 and then talk to a server there as to itself (DNS
/// rebinding). It cannot do so under a plain address or `localhost`, so these are safe; other names must be listed.
pub struct Names(Vec<String>);

impl Names {
    /// `localhost`, plain addresses, and these.
    pub fn new(listed: &[String]) -> Names {
        Names(listed.iter().map(|name| name.trim().trim_end_matches('.').to_ascii_lowercase()).collect())
    }

    /// Whether a request may name this host (without a port).
    pub fn allow(&self, host: &str) -> bool {
        let host = host.trim_end_matches('.').to_ascii_lowercase();
        let bare = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(&host);
        bare.parse::<IpAddr>().is_ok() || host == "localhost" || host.ends_with(".localhost") || self.0.contains(&host)
    }
}

/// Refuses requests under foreign names, and requests that a page of another site made its visitor's browser send.
pub async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> ApiResult<Response> {
    let authority = authority(&request)?;
    if !app.names.allow(authority.host()) {
        let detail = format!("this server does not answer for {:?}; allow the name in its settings", authority.host());
        return Err(ApiError::new(ProblemCode::ForeignHost, detail));
    }
    let opens_socket = request.headers().contains_key(header::UPGRADE);
    let reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if (!reads || opens_socket) && !is_own(request.headers(), &authority) {
        return Err(ApiError::new(ProblemCode::ForeignOrigin, "this request was made by a page of another site"));
    }
    Ok(next.run(request).await)
}

fn authority(request: &Request) -> ApiResult<Authority> {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let named = match (hosts.next(), hosts.next()) {
        (Some(host), None) => host.to_str().ok().and_then(|host| host.parse().ok()),
        (Some(_), Some(_)) => None,
        (None, _) => request.uri().authority().cloned(),
    };
    named.ok_or_else(|| {
        ApiError::new(ProblemCode::Malformed, "the header Host is missing, comes twice, or names no host")
    })
}

/// Browsers say where a request comes from; other programs say nothing and are nobody's victims.
fn is_own(headers: &HeaderMap, authority: &Authority) -> bool {
    let site = headers.get("sec-fetch-site").and_then(|site| site.to_str().ok());
    if site.is_some_and(|site| site != "same-origin" && site != "none") {
        return false;
    }
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let Some((scheme @ ("http" | "https"), from)) = origin.split_once("://") else { return false };
    let Ok(from) = from.parse::<Authority>() else { return false };
    // A proxy may have taken the default port off the Host header.
    let default = if scheme == "https" { 443 } else { 80 };
    from.host().eq_ignore_ascii_case(authority.host())
        && from.port_u16().unwrap_or(default) == authority.port_u16().unwrap_or(default)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accept_addresses_localhost_and_listed_names() {
        let names = Names::new(&["Games.Example".to_owned()]);
        for host in
            ["127.0.0.1", "[::1]", "localhost", "LOCALHOST.", "banmen.localhost", "192.168.1.4", "games.example"]
        {
            assert!(names.allow(host), "{host}");
        }
    }

    #[test]
    fn reject_other_names() {
        let names = Names::new(&["games.example".to_owned()]);
        for host in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "", "sub.games.example"] {
            assert!(!names.allow(host), "{host}");
        }
    }

    fn own(origin: Option<&str>, site: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        if let Some(site) = site {
            headers.insert("sec-fetch-site", site.parse().unwrap());
        }
        is_own(&headers, &"localhost:8383".parse().unwrap())
    }

    #[test]
    fn accept_our_own_page_and_programs_that_are_no_browser() {
        assert!(own(None, None));
        assert!(own(Some("http://localhost:8383"), Some("same-origin")));
        assert!(own(Some("https://LOCALHOST:8383"), None));
    }

    #[test]
    fn reject_pages_of_other_sites() {
        for origin in ["http://evil.example", "http://localhost:9999", "http://localhost", "null", "file://", "garbage"]
        {
            assert!(!own(Some(origin), None), "{origin}");
        }
        assert!(!own(None, Some("cross-site")));
        assert!(!own(None, Some("same-site")));
    }
}
