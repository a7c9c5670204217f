/** On the document's element while each part of the page says which application and version serves it. */
export declare const SERVED_PARTS_ATTRIBUTE = "data-served-parts";
/** Sent by the portal on `document`: turns that on (`detail: true`) or off. The host hears it for representatives. */
export declare const SERVED_PARTS_EVENT = "portal:served-parts";
