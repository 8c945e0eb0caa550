import { deviceKeys } from '@vlam/contract/rules/device-keys';

/** Values of the design's tokens; this page loads no stylesheet of the app. */
const style = `
:root{color-scheme:dark;--bg:#0F0B0B;--s1:#181312;--text:#FAF3EE;--text-2:#CDBFB6;--control:#85756D;--focus:#FFFFFF}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:16px;background:var(--bg);color:var(--text);
font:1rem/1.5 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{width:min(100%,26rem);padding:32px;border-radius:16px;background:var(--s1)}
h1{margin:0 0 8px;font-size:1.5rem;line-height:1.2}
p{margin:0 0 24px;color:var(--text-2)}
form{display:flex;flex-wrap:wrap;gap:12px}
button,form a{flex:1 1 10rem;min-height:48px;display:grid;place-items:center;border-radius:999px;font:inherit;font-weight:600;
text-decoration:none;cursor:pointer}
footer{margin-top:24px}
footer a{color:var(--text-2)}
button{border:0;background:#FF5C38;color:#1C0703}
form a{border:1px solid var(--control);color:var(--text)}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
`;

/**
 * Clear-Site-Data deletes the device's own settings too, such as its disguise and lock, so they are put back. Without
 * this script, or after a failure, the form is posted, and everything goes.
 */
const script = `
const form=document.querySelector('form');
form.addEventListener('submit',async(event)=>{
event.preventDefault();
try{
const kept=${JSON.stringify(deviceKeys)}.map((key)=>[key,localStorage.getItem(key)]);
const answer=await fetch('/api/auth/logout',{method:'POST'});
if(!answer.ok)throw new Error(answer.status);
localStorage.clear();
sessionStorage.clear();
for(const [key,value] of kept)if(value!==null)localStorage.setItem(key,value);
for(const {name} of (await indexedDB.databases?.())??[])indexedDB.deleteDatabase(name);
location.replace('/');
}catch{
form.submit();
}
});
`;

/** The confirm page of GET /api/logout: a link on another site may open it, but only posting this form signs out. */
export function logoutPage(nonce: string): string {
  return `<!doctype html>
<html lang="en-ZA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Log out of Vlam?</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<h1>Log out of Vlam?</h1>
<p>What this device kept for you is removed. You can sign in again at any time.</p>
<form method="post" action="/api/logout">
<button type="submit">Log out</button>
<a href="/">Stay signed in</a>
</form>
<footer><a href="/takedown">Have something taken down</a></footer>
</main>
<script nonce="${nonce}">${script}</script>
</body>
</html>
`;
}
