import { createHash } from 'node:crypto';
import type { PartStatus, Status, StatusPart } from './status.ts';
import { statusParts } from './status.ts';
import { type Language, say, verbatim, type Words } from './words.ts';

/** Values of the design's tokens; this page loads nothing, so that it opens while the app does not. */
const style = `
:root{color-scheme:dark;--bg:#0f0b0b;--s2:#221b19;--line:rgb(255 233 220/.09);--text:#faf3ee;--text-2:#cdbfb6;--text-3:#a3948b;
--online:#52d69d;--warning:#ffc46b;--warning-soft:#33240f;--danger:#ff7088}
:root[data-theme=light]{color-scheme:light;--bg:#fbf6f1;--s2:#f4ebe3;--line:rgb(48 24 16/.11);--text:#1e1312;--text-2:#574841;
--text-3:#6f5f57;--online:#096b42;--warning:#7f4a00;--warning-soft:#fbe7c8;--danger:#b3123c}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;padding:32px 16px 48px;background:var(--bg);color:var(--text);
font:1rem/1.5 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;-webkit-text-size-adjust:100%}
main{width:min(100%,40rem);margin:0 auto}
h1{margin:0;font-size:min(clamp(2.125rem,1.6rem + 2.2vw,3.25rem),13vw);font-weight:700;line-height:1;letter-spacing:-.035em;text-wrap:balance}
.at{margin:12px 0 0;color:var(--text-2)}
.notice{margin:20px 0 0;padding:14px 16px;border-radius:14px;background:var(--warning-soft);color:var(--warning);overflow-wrap:anywhere}
ul{margin:32px 0 0;padding:0;list-style:none;border-top:1px solid var(--line)}
li{display:grid;grid-template-columns:24px minmax(0,1fr);gap:0 14px;padding:16px 0;border-bottom:1px solid var(--line)}
svg{width:24px;height:24px;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
h2{display:flex;flex-wrap:wrap;gap:0 12px;justify-content:space-between;margin:0;font-size:1rem;line-height:24px;font-weight:600}
li p{grid-column:2;margin:2px 0 0;color:var(--text-2);font-size:.875rem;line-height:20px}
.works{color:var(--online)}.partly{color:var(--warning)}.fails{color:var(--danger)}.off{color:var(--text-3)}
nav{display:flex;flex-wrap:wrap;gap:12px;margin:32px 0 0}
a{display:inline-flex;align-items:center;min-height:48px;padding:0 20px;border-radius:999px;background:var(--s2);color:var(--text);
font-weight:600;text-decoration:none}
a.first{background:var(--text);color:var(--bg)}
:focus-visible{outline:2px solid var(--text);outline-offset:2px}
.help{margin:24px 0 0;color:var(--text-3);font-size:.875rem;overflow-wrap:anywhere}
`;
const styleHash = createHash('sha256').update(style).digest('base64');
export const statusPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const names: Record<StatusPart, Words> = {
  site: say`Site`,
  messages: say`Messages`,
  calls: say`Calls and live shows`,
  uploads: say`Pictures and films`,
  payments: say`Payments`,
};
const states: Record<PartStatus, Words> = {
  works: say`Works`,
  partly: say`Works in part`,
  fails: say`Does not work`,
  off: say`Paused`,
};
const away = say`Not now. Try again in some minutes.`;
const sentences: Record<StatusPart, Partial<Record<PartStatus, Words>>> = {
  site: { works: say`Opens and answers.`, fails: say`Opens, but shows nothing new. We are mending it.` },
  messages: {
    works: say`Are sent and arrive at once.`,
    partly: say`Are sent, but may arrive late. Open the chat again to see new ones.`,
    fails: say`Cannot be sent now. What you write waits on your device.`,
  },
  calls: {
    works: say`Can begin and go on.`,
    off: say`Nobody can begin one at the moment.`,
  },
  uploads: {
    works: say`Can be seen and sent.`,
    partly: say`Can be seen and sent. What is sent is ready later than usual.`,
    fails: say`Cannot be seen or sent now. An upload that has begun goes on by itself.`,
  },
  payments: {
    works: say`Go through as usual.`,
    partly: say`Some do not go through. You are never charged twice for one thing.`,
    fails: say`Cannot be made now. What you have paid for stays yours.`,
    off: say`Nothing can be paid for at the moment.`,
  },
};
const icons: Record<PartStatus, string> = {
  works: '<circle cx="12" cy="12" r="10"/><path d="m9 12 2 2 4-4"/>',
  partly: '<circle cx="12" cy="12" r="10"/><path d="M12 8v4m0 4h.01"/>',
  fails: '<circle cx="12" cy="12" r="10"/><path d="m15 9-6 6m0-6 6 6"/>',
  off: '<circle cx="12" cy="12" r="10"/><path d="M10 15V9m4 6V9"/>',
};

const timeOfDay = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Johannesburg',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

export function headingOf({ parts }: Status): Words {
  if (parts.site === 'fails') return say`Nothing works right now`;
  const troubled = Object.values(parts).some((state) => state === 'partly' || state === 'fails');
  return troubled ? say`Some things do not work` : say`Everything works`;
}

/** What works now, in plain words; it names neither the product, whatever the device shows of it, nor any part inside. */
export function statusPage(
  status: Status,
  { language, isLight, supportEmail }: { language: Language; isLight: boolean; supportEmail: string | null },
): string {
  const text = (words: Words) => escapeHtml(words(language));
  const rows = statusParts.map((part) => {
    const state = status.parts[part];
    return `<li><svg class="${state}" viewBox="0 0 24 24" aria-hidden="true">${icons[state]}</svg>
<h2>${text(names[part])} <span class="${state}">${text(states[state])}</span></h2>
<p>${text(sentences[part][state] ?? away)}</p></li>`;
  });
  return `<!doctype html>
<html lang="${language}-ZA"${isLight ? ' data-theme="light"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${text(say`What works now`)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body><main>
<h1>${text(headingOf(status))}</h1>
<p class="at">${text(say`As of ${verbatim(timeOfDay.format(status.at))}, South African time.`)}</p>
${status.notice ? `<p class="notice">${escapeHtml(status.notice)}</p>` : ''}
<ul>
${rows.join('\n')}
</ul>
<nav><a class="first" href="/status">${text(say`Look again`)}</a><a href="/">${text(say`Open the app`)}</a></nav>
${supportEmail ? `<p class="help">${text(say`Something else does not work? Write to ${verbatim(supportEmail)}`)}</p>` : ''}
</main></body>
</html>
`;
}
