import { createHash } from 'node:crypto';
import type { DescribedOperation, OpenApiDocument } from './openapi.ts';

const escapeHtml = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? character,
  );

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; list-style: none; }
details { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
summary { padding: .6rem 0; cursor: pointer; }
summary:focus-visible, a:focus-visible { outline: 3px solid; outline-offset: 2px; }
code, pre { font: .875rem/1.5 ui-monospace, monospace; }
pre { overflow-x: auto; padding: .75rem; background: color-mix(in srgb, currentColor 8%, transparent); }
h3, h4 { margin: .75rem 0 .25rem; }
dt { font-weight: 600; } dd { margin: 0 0 .5rem 1rem; }
`;

/** Content security policy source that allows the style. */
export const readerStyleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`;

/** Renders the document as a page without scripts. */
export function renderReader(document: OpenApiDocument): string {
  const groups = new Map<string, [string, string, DescribedOperation][]>();
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags[0] ?? 'api';
      groups.set(tag, [...(groups.get(tag) ?? []), [method.toUpperCase(), path, operation]]);
    }
  const names = [...groups.keys()].sort();
  return `<!doctype html>
<html lang="en-ZA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Vlam API</title>
<style>${style}</style>
</head>
<body>
<header><h1>Vlam API</h1><p>Version ${escapeHtml(document.info.version)}. ${escapeHtml(document.info.description)}</p>
<p><a href="/api/openapi.json">OpenAPI 3.1 document</a></p></header>
<nav aria-label="Groups"><ul>${names.map((name) => `<li><a href="#${escapeHtml(name)}">${escapeHtml(name)}</a></li>`).join('')}</ul></nav>
<main>
${names.map((name) => renderGroup(name, groups.get(name) ?? [])).join('\n')}
<section id="error"><h2>Error</h2>${renderSchema(document.components.schemas.Error ?? {})}</section>
</main>
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
<summary><code>${method} ${escapeHtml(path)}</code> ${escapeHtml(operation.summary)}</summary>
<p>Who may call: ${escapeHtml(operation['x-access'])}.</p>
${parameters ? `<h3>Parameters</h3><dl>${parameters}</dl>` : ''}
${body ? `<h3>Body</h3>${renderSchema(body)}` : ''}
<h3>Responses</h3><dl>${responses}</dl>
</details>`;
}

const renderSchema = (schema: Record<string, unknown>): string =>
  `<pre tabindex="0">${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`;
