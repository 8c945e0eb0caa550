import { createHash } from 'node:crypto';

/** Values of the design's tokens; this page loads no stylesheet of the app. */
export const readerStyle = `
:root { color-scheme: dark; --bg: #0f0b0b; --s1: #181312; --s2: #221b19; --line: rgb(255 233 220 / .09);
--text: #faf3ee; --text-2: #cdbfb6; --text-3: #a3948b; --ember: #ff5c38; --link: #ff7f5c; --danger: #ff7088;
font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; scroll-padding-top: 24px; }
@media (prefers-color-scheme: light) { :root { color-scheme: light; --bg: #fbf6f1; --s1: #fff; --s2: #f4ebe3;
--line: rgb(48 24 16 / .11); --text: #1e1312; --text-2: #574841; --text-3: #6f5f57; --link: #b2310d; --danger: #b3123c; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1120px; padding: 20px 16px 64px; background: var(--bg); color: var(--text); }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--text); outline-offset: 2px; border-radius: 8px; }
.brand { display: flex; align-items: center; gap: 5px; font-size: 26px; font-weight: 700; letter-spacing: -.05em; }
.brand path { fill: var(--ember); }
h1 { margin: 28px 0 0; font-size: clamp(34px, 6vw, 52px); line-height: 1; letter-spacing: -.035em; }
.lead { max-width: 60ch; margin: 10px 0 0; color: var(--text-2); }
.figure { margin: 28px 0 0; font-size: clamp(64px, 16vw, 104px); font-weight: 700; line-height: .92; letter-spacing: -.05em;
font-variant-numeric: tabular-nums; }
.figure + p { margin: 8px 0 0; color: var(--text-2); }
nav { margin: 28px -16px 0; overflow-x: auto; scrollbar-width: none; }
nav ul { display: flex; gap: 8px; margin: 0; padding: 2px 16px; list-style: none; }
nav a { display: flex; align-items: center; gap: 7px; min-height: 44px; padding: 0 16px; border-radius: 999px; background: var(--s2);
color: var(--text-2); font-size: 14px; white-space: nowrap; text-decoration: none; }
nav a:hover { color: var(--text); }
nav span { color: var(--text-3); font-variant-numeric: tabular-nums; }
section { margin-top: 44px; }
h2 { margin: 0 0 12px; font-size: clamp(24px, 4vw, 30px); line-height: 1.1; letter-spacing: -.025em; }
details { border-top: 1px solid var(--line); }
summary { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 12px; min-height: 60px; padding: 12px 0; cursor: pointer;
list-style: none; }
summary::-webkit-details-marker { display: none; }
summary:hover code { color: var(--link); }
summary span { flex-basis: 100%; color: var(--text-2); font-size: 14px; }
b { width: 58px; flex: none; color: var(--text-3); font-size: 12px; }
b.delete { color: var(--danger); }
code, pre { font: 14px/1.5 ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
summary code { flex: 1; min-width: 0; font-weight: 600; }
details > div { padding: 0 0 20px; }
pre { max-height: 24rem; margin: 0; padding: 14px 16px; overflow: auto; border-radius: 14px; background: var(--s1); color: var(--text-2);
overflow-wrap: normal; }
h3 { margin: 18px 0 6px; font-size: 14px; color: var(--text-3); font-weight: 600; }
p { margin: 0 0 8px; } dl { margin: 0; }
dt { padding-top: 6px; font-weight: 600; } dd { margin: 0 0 8px; color: var(--text-2); }
@media (min-width: 1024px) {
body { padding: 28px 32px 96px; }
.page { display: grid; grid-template-columns: 232px minmax(0, 1fr); gap: 48px; align-items: start; }
nav { position: sticky; top: 16px; max-height: calc(100vh - 32px); margin: 44px 0 0; overflow-y: auto; }
nav ul { display: block; padding: 0; }
nav a { justify-content: space-between; padding: 0 12px; border-radius: 12px; background: none; }
nav a:hover { background: var(--s2); }
}
`;

/** Content security policy source that allows the style. */
export const readerStyleHash = `sha256-${createHash('sha256').update(readerStyle).digest('base64')}`;
