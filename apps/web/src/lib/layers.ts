/** Ids of what is open in the screen and answers to Back (sheets, dialogs, a form's step). Each has a history entry. */
export const openLayers = new Set<string>();

/** Overlay id of the current history entry; undefined for a screen's own entry. */
export const currentLayer = (): string | undefined => history.state?.layer;

/** Skips history entries whose overlay no longer exists: after a reload or Forward. */
export function watchLayers(): void {
  const skipClosedLayer = () => {
    const layer = currentLayer();
    if (layer && !openLayers.has(layer)) history.back();
  };
  addEventListener('popstate', skipClosedLayer);
  skipClosedLayer();
}
