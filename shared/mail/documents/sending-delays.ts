/** Seconds after which a mail with a document is tried again; after as many tries it has failed (completions-documents §8). */
export const SENDING_DELAYS = [60, 300, 900] as const;
