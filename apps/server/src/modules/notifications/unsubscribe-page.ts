/** Values of the design's tokens; this page loads no stylesheet of the app. */
const style = `
:root{color-scheme:dark}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:16px;background:#0F0B0B;color:#FAF3EE;
font:1rem/1.5 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{width:min(100%,26rem);padding:32px;border-radius:16px;background:#181312}
h1{margin:0 0 8px;font-size:1.5rem;line-height:1.2}
p{margin:0 0 24px;color:#CDBFB6}
p:last-child{margin:0}
button{width:100%;min-height:48px;border:0;border-radius:999px;font:inherit;font-weight:600;cursor:pointer;
background:#FF5C38;color:#1C0703}
:focus-visible{outline:2px solid #FFF;outline-offset:2px}
`;

const question = `<h1>Stop these summaries?</h1>
<p>No more summaries are mailed to you. What you see in Vlam itself stays as it is.</p>
<form method="post"><button type="submit">Stop them</button></form>`;
const answer = `<h1>They have stopped</h1>
<p>No more summaries are mailed to you. You can have them again in your notification preferences.</p>`;

/** The page of a digest's link: the question, or the confirmation. */
export const unsubscribePage = (nonce: string, done: boolean): string => `<!doctype html>
<html lang="en-ZA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Summaries from Vlam</title>
<style nonce="${nonce}">${style}</style>
</head>
<body><main>
${done ? answer : question}
</main></body>
</html>
`;
