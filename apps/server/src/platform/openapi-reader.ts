import type { DescribedOperation, OpenApiDocument } from './openapi.ts';
import { readerStyle } from './openapi-style.ts';

const escapeHtml = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? character,
  );

/** The logo: a V of two flames. */
const mark =
  '<svg viewBox="0 0 32 32" width="25" height="25" aria-hidden="true"><path d="M15.7 31C9.5 27.4 3 20.3 4.3 9.8 4.6 7 5.6 4.4 5.3 1 11.3 5.2 15.3 12 16 20.6c.9-4.9 5.9-7.3 6.9-13.8 4.7 4.2 6.2 9.2 4.7 14.2C26.1 25.7 21.2 29.2 15.7 31Z"/></svg>';

/** Renders the document as a page without scripts. */
export function renderReader(document: OpenApiDocument): string {
  const groups = new Map<string, [string, string, DescribedOperation][]>();
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags[0] ?? 'api';
      groups.set(tag, [...(groups.get(tag) ?? []), [method.toUpperCase(), path, operation]]);
    }
  const names = [...groups.keys()].sort();
  const count = [...groups.values()].reduce((sum, { length }) => sum + length, 0);
  return `<!doctype html>
<html lang="en-ZA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Vlam API</title>
<style>${readerStyle}</style>
</head>
<body>
<header><p class="brand">${mark}vlam</p>
<h1>API</h1>
<p class="lead">${escapeHtml(document.info.description)}</p>
<p class="figure">${count}</p>
<p>operations, version ${escapeHtml(document.info.version)}, as an <a href="/api/openapi.json">OpenAPI 3.1 document</a></p></header>
<div class="page">
<nav aria-label="Groups"><ul>${names.map((name) => `<li><a href="#${escapeHtml(name)}">${escapeHtml(name)} <span>${groups.get(name)?.length ?? 0}</span></a></li>`).join('')}</ul></nav>
<main>
${names.map((name) => renderGroup(name, groups.get(name) ?? [])).join('\n')}
<section id="error"><h2>Error</h2>${renderSchema(document.components.schemas.Error ?? {})}</section>
</main>
</div>
</body>
</html>`;
}

function renderGroup(name: string, operations: readonly [string, string, DescribedOperation][]): string {
  const calls = operations.map(([method, path, operation]) => renderOperation(method, path, operation)).join('\n');
  return `<section id="${escapeHtml(name)}"><h2>${escapeHtml(name)}</h2>${calls}</section>`;
}

function renderOperation(method: string, path: string, operation: DescribedOperation): string {
  const parameters = operation.parameters
    .map(
      ({ name, in: place, required, schema }) =>
        `<dt><code>${escapeHtml(name)}</code> (${place}${required ? '' : ', optional'})</dt><dd><code>${escapeHtml(JSON.stringify(schema))}</code></dd>`,
    )
    .join('');
  const responses = Object.entries(operation.responses)
    .map(([status, { description, content }]) => {
      const schema = content?.['application/json']?.schema;
      const shown = schema && Number(status) < 400 ? renderSchema(schema) : '';
      return `<dt>${status}</dt><dd>${escapeHtml(description)}${shown}</dd>`;
    })
    .join('');
  const body = operation.requestBody?.content['application/json'].schema;
  return `<details id="${escapeHtml(operation.operationId)}">
<summary><b class="${method.toLowerCase()}">${method}</b><code>${escapeHtml(path)}</code><span>${escapeHtml(operation.summary)}</span></summary>
<div><p>Who may call: ${escapeHtml(operation['x-access'])}.</p>
${parameters ? `<h3>Parameters</h3><dl>${parameters}</dl>` : ''}
${body ? `<h3>Body</h3>${renderSchema(body)}` : ''}
<h3>Responses</h3><dl>${responses}</dl></div>
</details>`;
}

const renderSchema = (schema: Record<string, unknown>): string =>
  `<pre tabindex="0">${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`;
