/*
 * The portal has the switch, the host draws: see host/src/served-parts/.
 */

/** On the document's element while each part of the page says which application and version serves it. */
export const SERVED_PARTS_ATTRIBUTE = 'data-served-parts';

/** Sent by the portal on `document`: turns that on (`detail: true`) or off. The host hears it for representatives. */
export const SERVED_PARTS_EVENT = 'portal:served-parts';
