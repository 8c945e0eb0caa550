// React has had this itself since 18; the packages that ask for the shim support older versions.
export { useSyncExternalStore } from 'react';
