interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

function check(url: string): string {
  if (url !== '/sw.js' && !/^\/assets\/shrink-worker-[\w-]+\.js$/.test(url))
    throw new TypeError('unexpected script address');
  return url;
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/** The address of one of our own workers, as the page's policy of trusted types requires it. Throws for any other. */
export function trustedScript(url: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return check(url);
  policy ??= trustedTypes.createPolicy('vlam', { createScriptURL: check });
  return policy.createScriptURL(url);
}
