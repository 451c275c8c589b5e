// SPDX-License-Identifier: Apache-2.0
//! webhook-kube-rs [diff] FOLDER PORT: the webhook of compare_webhooks.sh on kube-rs, with axum and rustls. As in kube-rs'
//! example of an admission controller the handler writes the operations of its patch by hand. With "diff" it changes the
//! typed Pod, as the other servers do, and the patch is the difference between the Pod before and after.

use std::net::SocketAddr;
use std::path::PathBuf;

use axum::{extract::State, routing::post, Json, Router};
use axum_server::tls_rustls::RustlsConfig;
use json_patch::jsonptr::PointerBuf;
use json_patch::{AddOperation, Patch, PatchOperation};
use k8s_openapi::api::core::v1::{EnvVar, Pod};
use kube::core::admission::{AdmissionRequest, AdmissionResponse, AdmissionReview};
use kube::core::DynamicObject;
use serde_json::{json, Value};

const LABEL: &str = "bench.kubexx.dev/checked";
const VARIABLE: &str = "BENCH_CHECKED";
const WARNING: &str = "spec.containers[0].env: BENCH_CHECKED was added";

type Error = Box<dyn std::error::Error + Send + Sync>;

fn add(tokens: &[&str], value: Value) -> PatchOperation {
    PatchOperation::Add(AddOperation { path: PointerBuf::from_tokens(tokens.iter().copied()), value })
}

fn written_patch(pod: &Pod) -> Patch {
    let mut operations = Vec::new();
    if pod.metadata.labels.is_none() {
        operations.push(add(&["metadata", "labels"], json!({})));
    }
    operations.push(add(&["metadata", "labels", LABEL], json!("true")));
    let spec = pod.spec.as_ref();
    if spec.and_then(|spec| spec.containers[0].env.as_ref()).is_none() {
        operations.push(add(&["spec", "containers", "0", "env"], json!([])));
    }
    operations.push(add(&["spec", "containers", "0", "env", "-"], json!({"name": VARIABLE, "value": "true"})));
    Patch(operations)
}

fn difference(pod: &Pod) -> Result<Patch, Error> {
    let mut changed = pod.clone();
    changed.metadata.labels.get_or_insert_default().insert(LABEL.to_owned(), "true".to_owned());
    let spec = changed.spec.as_mut().ok_or("the Pod has no spec")?;
    let variable = EnvVar { name: VARIABLE.to_owned(), value: Some("true".to_owned()), ..EnvVar::default() };
    spec.containers[0].env.get_or_insert_default().push(variable);
    Ok(json_patch::diff(&serde_json::to_value(pod)?, &serde_json::to_value(&changed)?))
}

fn decide(request: &AdmissionRequest<Pod>, response: AdmissionResponse, diff: bool) -> Result<AdmissionResponse, Error> {
    let pod = request.object.as_ref().ok_or("the request has no object")?;
    let spec = pod.spec.as_ref().ok_or("the Pod has no spec")?;
    if spec.host_network == Some(true) {
        return Ok(response.deny("spec.hostNetwork: must be false"));
    }
    if spec.service_account_name.as_deref().unwrap_or_default().is_empty() {
        return Ok(response.deny("spec.serviceAccountName: must be set"));
    }
    let patch = if diff { difference(pod)? } else { written_patch(pod) };
    let mut response = response.with_patch(patch)?;
    response.warnings = Some(vec![WARNING.to_owned()]);
    Ok(response)
}

async fn mutate(State(diff): State<bool>, Json(review): Json<AdmissionReview<Pod>>) -> Json<AdmissionReview<DynamicObject>> {
    let request: AdmissionRequest<Pod> = match review.try_into() {
        Ok(request) => request,
        Err(error) => return Json(AdmissionResponse::invalid(error).into_review()),
    };
    let response = AdmissionResponse::from(&request);
    let decided = decide(&request, response.clone(), diff).unwrap_or_else(|error| response.deny(error));
    Json(decided.into_review())
}

#[tokio::main]
async fn main() -> Result<(), Error> {
    tracing_subscriber::fmt::init();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (folder, port, diff) = match arguments.as_slice() {
        [folder, port] => (folder, port, false),
        [diff, folder, port] if diff == "diff" => (folder, port, true),
        _ => return Err("usage: webhook-kube-rs [diff] FOLDER PORT".into()),
    };
    rustls::crypto::ring::default_provider().install_default().map_err(|_| "a provider is installed already")?;
    let folder = PathBuf::from(folder);
    let tls = RustlsConfig::from_pem_file(folder.join("tls.crt"), folder.join("tls.key")).await?;
    let address = SocketAddr::from(([127, 0, 0, 1], port.parse()?));
    tracing::info!(%address, "listening");
    let application = Router::new().route("/mutate--v1-pod", post(mutate)).with_state(diff);
    axum_server::bind_rustls(address, tls).serve(application.into_make_service()).await?;
    Ok(())
}
