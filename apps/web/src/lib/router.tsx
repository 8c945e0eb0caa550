import { type ComponentProps, type ComponentType, createContext, type MouseEvent, useContext } from 'react';
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location';
import { saveData } from './device.ts';
import { loadScreenTexts } from './language.ts';
import { currentLayer } from './layers.ts';
import { type Destination, hrefOf, matchPath, type Path, type PathParams } from './paths.ts';
import { clearReloadFlag, reloadForRelease } from './release.ts';
import { saveScroll } from './scroll.ts';
import { lazyComponent, loadAllStyles } from './styles.ts';

type Loader = () => Promise<{ Route: ComponentType }>;

export interface RouteDefinition {
  path: Path;
  load: Loader;
  View: ComponentType;
}

/** A screen whose code loads when it is first opened; the module exports `Route`. */
export function route(path: Path, load: Loader): RouteDefinition {
  let loading: ReturnType<Loader> | undefined;
  let Route: ComponentType | undefined;
  const once: Loader = () => {
    loading ??= Promise.all([load(), path === '/' ? undefined : loadAllStyles(), loadScreenTexts(path)]).then(
      ([module]) => {
        Route = module.Route;
        clearReloadFlag();
        return module;
      },
      (error: unknown) => {
        loading = undefined;
        reloadForRelease();
        throw error;
      },
    );
    return loading;
  };
  const View = lazyComponent(
    () => once().then((module) => module.Route),
    () => Route,
  );
  return { path, load: once, View };
}

let table: readonly RouteDefinition[] = [];
/** Gives links the list of routes, so that they can preload a screen. */
export function registerRoutes(routes: readonly RouteDefinition[]): void {
  table = routes;
}

export interface Match {
  route: RouteDefinition;
  params: Record<string, string>;
}

/** The route of a URL path; undefined when there is none. Literal paths win over paths with parameters. */
export function findRoute(pathname: string): Match | undefined {
  let found: Match | undefined;
  for (const candidate of table) {
    const params = matchPath(candidate.path, pathname);
    if (params && (!found || Object.keys(params).length < Object.keys(found.params).length))
      found = { route: candidate, params };
  }
  return found;
}

export const MatchContext = createContext<Match | undefined>(undefined);

/** Parameters of the current screen: `const { id } = useParams('/chat/:id')`. */
export function useParams<P extends Path>(_path: P): PathParams<P> {
  return (useContext(MatchContext)?.params ?? {}) as PathParams<P>;
}

export const useSearchParams = (): URLSearchParams => new URLSearchParams(useSearch());

/** One value of the URL's query, or null. */
export const useSearchParam = (name: string): string | null => useSearchParams().get(name);

export { usePathname };

/** Preloads the screen behind a URL. Does nothing with Save-Data. */
export function preloadScreen(href: string): void {
  if (saveData()) return;
  const path = new URL(href, location.href).pathname;
  findRoute(path)
    ?.route.load()
    .catch(() => undefined);
}

/** Navigates: `go({ to: '/chat/:id', params: { id } })`. `replace` replaces the current history entry. */
export function go<P extends Path>(destination: Destination<P> & { replace?: boolean }): void {
  open(hrefOf(destination), destination.replace === true);
}

function open(href: string, replace: boolean): void {
  if (!replace) saveScroll();
  // From an overlay: replace its history entry, so that Back leads to the screen below it.
  navigate(href, { replace: replace || currentLayer() !== undefined, state: { key: crypto.randomUUID() } });
}

type LinkProps<P extends Path> = Destination<P> & { replace?: boolean } & Omit<ComponentProps<'a'>, 'href'>;

/** A link inside the app. Preloads its screen on pointer down. */
export function Link<P extends Path>({ to, params, search, replace, onClick, ...rest }: LinkProps<P>) {
  const href = hrefOf({ to, params, search } as unknown as Destination<P>);
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isPlainClick = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !isPlainClick || rest.target) return;
    event.preventDefault();
    open(href, replace === true);
  };
  return <a {...rest} href={href} onPointerDown={() => preloadScreen(href)} onClick={click} />;
}
