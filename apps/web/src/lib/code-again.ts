/**
 * Loads code, also after it did not come once: a browser remembers that of an address for as long as the page lives,
 * so it is asked for under another. Rejects where that does not come either, or the browser names no address.
 */
export const codeAgain = <Module>(load: () => Promise<Module>): Promise<Module> =>
  load().catch((error: unknown) => {
    const [address] = /https?:\S+\.js/.exec(String(error)) ?? [];
    if (!address) throw error;
    return import(/* @vite-ignore */ `${address}?${Date.now()}`);
  });
