/** Environment variables of the canary's functions. None is a secret. */
export const CANARY_VARIABLES = { url: 'API_URL', everyMinutes: 'CANARY_MINUTES', parameter: 'CANARY_PARAMETER' } as const;
