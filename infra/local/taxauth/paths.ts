/** The authority's paths, and the size of what it takes. */
export const REST_PATH = '/prod/FCTEL/rest';
/** Root of the service for transport declarations. */
export const TRANSPORT_PATH = '/prod/ETRANSPORT/ws/v1';
export const OAUTH_PATH = '/anaf-oauth2/v1';
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;
