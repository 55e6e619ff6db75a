// @ts-check
// Shows the OpenAPI document for people. It only reads; trying things out is what a terminal is for.

export {};

/** @typedef {Record<string, any>} Schema */

/**
 * @param {string} tag
 * @param {Record<string, string>} [attributes]
 * @param {...(Node|string)} children
 * @returns {HTMLElement}
 */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/**
 * Text in which `code` is set as code.
 * @param {string} text
 * @returns {HTMLElement}
 */
function prose(text) {
  const paragraph = element('p');
  text.split('`').forEach((part, index) => paragraph.append(index % 2 ? element('code', {}, part) : part));
  return paragraph;
}

/** @param {string} name */
function typeLink(name) {
  return element('a', { href: `#type-${name}` }, name);
}

/**
 * A schema in one line, with links to the types that it names.
 * @param {Schema} schema
 * @returns {(Node|string)[]}
 */
function shape(schema) {
  if (!schema || Object.keys(schema).length === 0) return ['any JSON'];
  if (schema.$ref) return [typeLink(schema.$ref.split('/').pop())];
  if (schema.const !== undefined) return [JSON.stringify(schema.const)];
  if (schema.enum) return [schema.enum.map((/** @type {any} */ one) => JSON.stringify(one)).join(' | ')];
  const options = schema.oneOf ?? schema.anyOf;
  if (options) return joined(options.map(shape), ' | ');
  if (schema.allOf) return joined(schema.allOf.map(shape), ' & ');
  if (schema.prefixItems) return ['[', ...joined(schema.prefixItems.map(shape), ', '), ']'];
  const types = [schema.type ?? 'any JSON'].flat();
  return joined(
    types.map((type) => (type === 'array' ? ['list of ', ...shape(schema.items)] : [type])),
    ' | ',
  );
}

/**
 * @param {(Node|string)[][]} parts
 * @param {string} between
 * @returns {(Node|string)[]}
 */
function joined(parts, between) {
  return parts.flatMap((part, index) => (index ? [between, ...part] : part));
}

/**
 * @param {Schema} schema
 * @returns {Node}
 */
function fields(schema) {
  const body = element('tbody');
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const needed = (schema.required ?? []).includes(name) ? '' : ' (may be missing)';
    body.append(
      element(
        'tr',
        {},
        element('th', { scope: 'row' }, element('code', {}, name)),
        element('td', {}, ...shape(field), element('span', { class: 'note' }, needed)),
        element('td', {}, ...prose(field.description ?? '').childNodes),
      ),
    );
  }
  return element('table', {}, body);
}

/**
 * @param {string} name
 * @param {Schema} schema
 */
function typeEntry(name, schema) {
  const inside = element('div', { class: 'inside' });
  if (schema.description) inside.append(prose(schema.description));
  if (schema.properties) {
    inside.append(fields(schema));
  } else if (schema.oneOf) {
    for (const option of schema.oneOf) {
      if (option.description) inside.append(prose(option.description));
      inside.append(option.properties ? fields(option) : element('p', {}, ...shape(option)));
    }
  } else {
    inside.append(element('p', {}, ...shape(schema)));
  }
  return element('details', { id: `type-${name}` }, element('summary', {}, element('code', {}, name)), inside);
}

/**
 * @param {string} path
 * @param {string} method
 * @param {Schema} operation
 */
function operationEntry(path, method, operation) {
  const inside = element('div', { class: 'inside' });
  for (const text of (operation.description ?? '').split('\n\n').filter(Boolean)) inside.append(prose(text));
  if (operation.parameters?.length) {
    inside.append(element('h3', {}, 'Parameters'));
    const body = element('tbody');
    for (const parameter of operation.parameters) {
      body.append(
        element(
          'tr',
          {},
          element('th', { scope: 'row' }, element('code', {}, parameter.name)),
          element('td', {}, `${parameter.in}, `, ...shape(parameter.schema)),
          element('td', {}, ...prose(parameter.description ?? '').childNodes),
        ),
      );
    }
    inside.append(element('table', {}, body));
  }
  const request = operation.requestBody?.content?.['application/json']?.schema;
  if (request) inside.append(element('h3', {}, 'Request'), element('p', {}, ...shape(request)));
  inside.append(element('h3', {}, 'Answers'));
  const answers = element('tbody');
  for (const [status, answer] of Object.entries(operation.responses ?? {})) {
    const content = Object.entries(answer.content ?? {})[0];
    answers.append(
      element(
        'tr',
        {},
        element('th', { scope: 'row' }, status),
        element('td', {}, ...(content ? shape(content[1].schema) : [])),
        element('td', {}, answer.description ?? ''),
      ),
    );
  }
  inside.append(element('table', {}, answers));
  const title = element(
    'summary',
    {},
    element('span', { class: `method ${method}` }, method.toUpperCase()),
    element('span', { class: 'path' }, path),
    element('span', { class: 'note' }, ` ${operation.summary ?? ''}`),
  );
  const entry = element('details', { class: 'operation' }, title, inside);
  entry.dataset.text = `${method} ${path} ${operation.summary ?? ''} ${(operation.tags ?? []).join(' ')}`.toLowerCase();
  return entry;
}

/** @param {string} id */
function place(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** @param {Schema} api */
function show(api) {
  const about = place('about');
  about.append(element('p', { class: 'note' }, `Version ${api.info.version}, OpenAPI ${api.openapi}`));
  for (const text of api.info.description.split('\n\n')) about.append(prose(text));
  about.hidden = false;

  for (const tag of api.tags ?? []) {
    const entries = [];
    for (const [path, methods] of Object.entries(api.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        if (operation.tags?.includes(tag.name)) entries.push(operationEntry(path, method, operation));
      }
    }
    const id = `tag-${tag.name}`;
    const section = element('section', { 'aria-labelledby': id }, element('h2', { id }, tag.name));
    section.append(prose(tag.description ?? ''), ...entries);
    place('operations').append(section);
  }

  const codes = api.components.schemas.ProblemCode;
  for (const [index, name] of (codes.enum ?? []).entries()) {
    place('codes').append(element('dt', { id: name }, element('code', {}, name)));
    const text = codes['x-enum-descriptions']?.[index];
    if (text) place('codes').append(element('dd', {}, text));
  }
  place('problems').hidden = false;

  for (const [name, schema] of Object.entries(api.components.schemas)) place('schemas').append(typeEntry(name, schema));
  place('types').hidden = false;
}

/** Opens what the address points to. */
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const around = target?.closest('details');
  if (around instanceof HTMLDetailsElement) around.open = true;
  target?.scrollIntoView();
}

function filter() {
  const wanted = /** @type {HTMLInputElement} */ (place('filter')).value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const entry of document.querySelectorAll('details.operation')) {
    if (!(entry instanceof HTMLElement)) continue;
    const fits = wanted.every((word) => entry.dataset.text?.includes(word));
    entry.hidden = !fits;
    if (fits) shown += 1;
  }
  place('state').textContent = wanted.length ? `${shown} operations` : '';
}

/** Not at the top level: when the page is bound into one file, modules become functions, which cannot wait. */
async function load() {
  const state = place('state');
  try {
    const answer = await fetch('/api/openapi.json');
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    show(await answer.json());
    state.textContent = '';
    place('filter').addEventListener('input', filter);
    addEventListener('hashchange', openTarget);
    openTarget();
  } catch (error) {
    state.textContent = `The document could not be loaded: ${error instanceof Error ? error.message : error}`;
  }
}

void load();
