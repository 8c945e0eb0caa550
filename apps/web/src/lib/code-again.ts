let times = 0;

/**
 * Loads code, also after it did not come once: a browser remembers that of an address for as long as the page lives,
 * so it is asked for under another. Rejects as `load` did where that does not come either, or the browser names none.
 */
export async function codeAgain<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const [address] = /https?:\S+\.js/.exec(String(error)) ?? [];
    if (!address) throw error;
    times += 1;
    return import(/* @vite-ignore */ `${address}?${times}`).catch(() => {
      throw error;
    });
  }
}
