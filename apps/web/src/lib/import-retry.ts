/**
 * Imports a module, with one retry under a new URL, because browsers cache a failed import until the page reloads.
 * Rejects when the retry fails or when the error names no URL.
 */
export const importWithRetry = <Module>(load: () => Promise<Module>): Promise<Module> =>
  load().catch((error: unknown) => {
    const [address] = /https?:\S+\.js/.exec(String(error)) ?? [];
    if (!address) throw error;
    return import(/* @vite-ignore */ `${address}?${Date.now()}`);
  });
