/** For how many hours a customer's link opens the prices. */
export const ACCESS_LINK_HOURS = 48;
