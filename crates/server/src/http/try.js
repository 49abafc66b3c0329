// A page for trying out the REST API: it reads openapi.json and shows a form for each endpoint.
"use strict";

/** Creates an element with attributes and children. Strings are added as text, never as HTML. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** The form for one endpoint. */
function routeForm(path, method, operation) {
  const inputs = (operation.parameters ?? []).map((parameter) => {
    const input = make("input", { name: parameter.name, placeholder: parameter.description ?? "" });
    input.required = parameter.in === "path";
    return { parameter, input };
  });
  const example = operation.requestBody?.content["application/json"].example;
  const body = example === undefined ? null : make("textarea", { name: "body", spellcheck: "false" });
  if (body) body.value = JSON.stringify(example, null, 2);
  const answer = make("pre", { "aria-live": "polite" });
  const form = make(
    "form",
    {},
    ...inputs.map(({ parameter, input }) => make("label", {}, parameter.name, input)),
    ...(body ? [make("label", {}, "body", body)] : []),
    make("button", {}, "Send"),
    answer,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    let address = path;
    const query = new URLSearchParams();
    for (const { parameter, input } of inputs) {
      if (parameter.in === "path") address = address.replace(`{${parameter.name}}`, encodeURIComponent(input.value));
      else if (input.value) query.set(parameter.name, input.value);
    }
    if (query.size) address += `?${query}`;
    const options = { method: method.toUpperCase() };
    if (body) Object.assign(options, { body: body.value, headers: { "content-type": "application/json" } });
    answer.textContent = "…";
    try {
      const response = await fetch(address, options);
      const text = await response.text();
      answer.textContent = `${response.status} ${response.statusText}\n${pretty(text)}`;
    } catch (error) {
      answer.textContent = `No answer: ${error.message}`;
    }
    await showCaller();
  });
  return form;
}

/** Pretty-prints JSON; returns other text unchanged. */
function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Shows who the caller is. */
async function showCaller() {
  const visitor = await (await fetch("/api/visitor")).json();
  document.getElementById("you").textContent = visitor?.name ?? "no session yet, so start with /api/guest";
}

async function main() {
  const description = await (await fetch("/api/openapi.json")).json();
  const routes = document.getElementById("routes");
  const groups = new Map();
  for (const { name } of description.tags) {
    groups.set(name, make("section", {}, make("h2", {}, name)));
    routes.append(groups.get(name));
  }
  for (const [path, methods] of Object.entries(description.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const summary = make(
        "summary",
        {},
        make("b", { class: method }, method.toUpperCase()),
        make("code", {}, path),
        make("span", {}, ` ${operation.summary}`),
      );
      groups.get(operation.tags[0]).append(make("details", {}, summary, routeForm(path, method, operation)));
    }
  }
  await showCaller();
}

main();
