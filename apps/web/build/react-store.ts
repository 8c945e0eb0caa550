// React has had this itself since 18; the packages that ask for the shim support older versions. wouter asks for it through
// a module that takes in all of React to look for a hook by a computed name.
export { useSyncExternalStore } from 'react';
