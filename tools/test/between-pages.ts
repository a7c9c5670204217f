import { afterAll, vi } from 'vitest';

/** React warns about updates outside of `act`. A test that lets time pass turns this off. */
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** A followed link would move the page, also for the files that come after it in this process. */
declare const happyDOM: { settings: { navigation: { disableFallbackToSetURL: boolean } } } | undefined;
if (typeof happyDOM !== 'undefined') happyDOM.settings.navigation.disableFallbackToSetURL = true;

/** Pages keep state in modules, such as the session's queries and which window has the focus. So each file loads its own. */
afterAll(() => void vi.resetModules());
