/** Escapes text for HTML and attribute values. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** Escaped HTML. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | null | false | readonly Html[];

const write = (part: Part): string => {
  if (part === null || part === false) return '';
  if (part instanceof Html) return part.text;
  return Array.isArray(part) ? part.map(write).join('') : escapeHtml(String(part));
};

/** Template tag that escapes every value except `Html`. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(texts.map((text, index) => (index === 0 ? text : write(parts[index - 1] ?? null) + text)).join(''));

/** A full page of the sandbox. */
export const page = (title: string, main: Html): string =>
  html`<!doctype html>
<html lang="en-ZA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="dark light">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sandbox.css">
<title>${title}</title>
</head>
<body>
<header class="notice"><strong>Sandbox: no real money.</strong> Nothing here is charged, and no card is real.</header>
${main}
</body>
</html>
`.text;

const day = new Intl.DateTimeFormat('en-ZA', {
  ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  ...{ hourCycle: 'h23', timeZone: 'Africa/Johannesburg' },
});

/** 21 Nov 2026, 14:03:22 in Johannesburg. */
export const showTime = (iso: string): string => day.format(new Date(iso));

/** R199.00; other currencies with their code. */
export const showMoney = (cents: number, currency: string): string => {
  const figure = Math.floor(cents / 100).toLocaleString('en-US');
  const amount = `${figure}.${String(cents % 100).padStart(2, '0')}`;
  return currency === 'ZAR' ? `R${amount}` : `${currency} ${amount}`;
};
