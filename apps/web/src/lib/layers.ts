/** What lies over the screen just now: sheets, dialogs. Each has an entry of the history, which Back takes off. */
export const openLayers = new Set<string>();

/** The layer the open entry of the history was made for; undefined for a screen's own. */
export const layerNow = (): string | undefined => history.state?.layer;

/** Steps over an entry whose layer is gone: after a reload, or when Forward leads to one. */
export function watchLayers(): void {
  const leave = () => {
    const layer = layerNow();
    if (layer && !openLayers.has(layer)) history.back();
  };
  addEventListener('popstate', leave);
  leave();
}
