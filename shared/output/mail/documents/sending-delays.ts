/** Seconds before each retry of a mail with a document; after the last retry, the mail has failed (OUT-55). */
export const SENDING_DELAYS = [60, 300, 900] as const;
