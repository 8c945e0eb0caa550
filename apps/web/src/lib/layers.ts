/** Ids of what is open in the screen and answers to Back (sheets, dialogs, a form's step). Each has a history entry. */
export const openLayers = new Set<string>();

/** Overlay id of the current history entry; undefined for a screen's own entry. */
export const currentLayer = (): string | undefined => history.state?.layer;

/** Whether the app's own step back is on its way, and whether the latest `popstate` was one. */
export const silentBack = { isExpected: false, isNow: false };

/** Removes the history entry of something that was closed otherwise; not a Back of the member. */
export function backSilently(): void {
  silentBack.isExpected = true;
  history.back();
}

/** Skips history entries whose overlay no longer exists: after a reload or Forward. */
export function watchLayers(): void {
  const skipClosedLayer = () => {
    const layer = currentLayer();
    if (layer && !openLayers.has(layer)) backSilently();
  };
  addEventListener('popstate', () => {
    silentBack.isNow = silentBack.isExpected;
    silentBack.isExpected = false;
    skipClosedLayer();
  });
  skipClosedLayer();
}
