// SPDX-License-Identifier: Apache-2.0
//! sample-kube-rs [event]: the controller of samples/sample-controller on kube-rs, four reconciles at a time. Only with
//! "event" it records one, as ours does. The Deployment is read from the API server, as controllers on kube-rs do: an
//! owned kind is watched, but not kept. The cluster is that of KUBECONFIG.
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use k8s_openapi::api::apps::v1::{Deployment, DeploymentSpec};
use k8s_openapi::api::core::v1::{Container, PodSpec, PodTemplateSpec};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::LabelSelector;
use kube::api::{Api, ObjectMeta, Patch, PatchParams, PostParams};
use kube::runtime::controller::{Action, Config, Controller};
use kube::runtime::events::{Event, EventType, Recorder};
use kube::runtime::watcher;
use kube::{Client, CustomResource, Resource, ResourceExt};
use serde::{Deserialize, Serialize};
use serde_json::json;

const WORKERS: u16 = 4;

#[derive(CustomResource, Clone, Debug, Deserialize, Serialize)]
#[kube(group = "samplecontroller.k8s.io", version = "v1alpha1", kind = "Foo", namespaced, schema = "disabled")]
#[kube(status = "FooStatus")]
#[serde(rename_all = "camelCase")]
struct FooSpec {
    deployment_name: String,
    replicas: Option<i32>,
}

#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct FooStatus {
    #[serde(default)]
    available_replicas: i32,
}

#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Kube(#[from] kube::Error),
    #[error("the Deployment {0} is not this Foo's")]
    NotOurs(String),
}

fn wanted_deployment(foo: &Foo) -> Deployment {
    let labels = BTreeMap::from([("app".into(), "nginx".into()), ("controller".into(), foo.name_any())]);
    Deployment {
        metadata: ObjectMeta {
            name: Some(foo.spec.deployment_name.clone()),
            namespace: foo.namespace(),
            owner_references: foo.controller_owner_ref(&()).map(|owner| vec![owner]),
            ..Default::default()
        },
        spec: DeploymentSpec {
            replicas: foo.spec.replicas,
            selector: LabelSelector { match_labels: Some(labels.clone()), ..Default::default() },
            template: PodTemplateSpec {
                metadata: Some(ObjectMeta { labels: Some(labels), ..Default::default() }),
                spec: Some(PodSpec {
                    containers: vec![Container {
                        name: "nginx".into(),
                        image: Some("nginx:latest".into()),
                        ..Default::default()
                    }],
                    ..Default::default()
                }),
            },
            ..Default::default()
        },
        ..Default::default()
    }
}

fn is_controlled_by(deployment: &Deployment, foo: &Foo) -> bool {
    deployment.owner_references().iter().any(|owner| owner.controller == Some(true) && Some(&owner.uid) == foo.uid().as_ref())
}

struct Context {
    client: Client,
    events: Option<Recorder>,
}

async fn reconcile(foo: Arc<Foo>, context: Arc<Context>) -> Result<Action, Failure> {
    let namespace = foo.namespace().unwrap_or_default();
    let name = &foo.spec.deployment_name;
    if foo.metadata.deletion_timestamp.is_some() || name.is_empty() {
        return Ok(Action::await_change());
    }
    let deployments: Api<Deployment> = Api::namespaced(context.client.clone(), &namespace);
    let mut changed = false;
    let mut deployment = match deployments.get_opt(name).await? {
        Some(deployment) => deployment,
        None => {
            let created = deployments.create(&PostParams::default(), &wanted_deployment(&foo)).await?;
            tracing::info!(deployment = name, "created the Deployment");
            changed = true;
            created
        }
    };
    if !is_controlled_by(&deployment, &foo) {
        return Err(Failure::NotOurs(name.clone()));
    }
    if foo.spec.replicas.is_some() && foo.spec.replicas != deployment.spec.replicas {
        let patch = Patch::Merge(json!({"spec": {"replicas": foo.spec.replicas}}));
        deployment = deployments.patch(name, &PatchParams::default(), &patch).await?;
        changed = true;
    }
    let available = deployment.status.as_ref().and_then(|status| status.available_replicas).unwrap_or(0);
    if foo.status.as_ref().map_or(0, |status| status.available_replicas) != available {
        let foos: Api<Foo> = Api::namespaced(context.client.clone(), &namespace);
        let patch = Patch::Merge(json!({"status": {"availableReplicas": available}}));
        foos.patch_status(&foo.name_any(), &PatchParams::default(), &patch).await?;
        changed = true;
    }
    if let (true, Some(events)) = (changed, &context.events) {
        let event = Event {
            type_: EventType::Normal,
            reason: "Synced".into(),
            note: Some("Foo synced successfully".into()),
            action: "Reconcile".into(),
            secondary: None,
        };
        events.publish(&event, &foo.object_ref(&())).await?;
    }
    Ok(Action::await_change())
}

fn on_error(_: Arc<Foo>, failure: &Failure, _: Arc<Context>) -> Action {
    tracing::error!(%failure, "will be tried again");
    Action::requeue(Duration::from_secs(1))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    tracing_subscriber::fmt().with_writer(std::io::stderr).init();
    let client = Client::try_default().await?;
    let events = std::env::args().any(|word| word == "event").then(|| Recorder::new(client.clone(), "sample-controller".into()));
    Controller::new(Api::<Foo>::all(client.clone()), watcher::Config::default())
        .owns(Api::<Deployment>::all(client.clone()), watcher::Config::default())
        .with_config(Config::default().concurrency(WORKERS))
        .shutdown_on_signal()
        .run(reconcile, on_error, Arc::new(Context { client, events }))
        .for_each(|_| futures_util::future::ready(()))
        .await;
    Ok(())
}
