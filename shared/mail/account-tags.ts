/** Tags of a mail without a document, by which events of the mail service name its record: names and values of letters, digits, `-` and `_`. */
export const accountTags = (partition: string, mailId: string): Record<string, string> => ({
  mailId,
  mailPartition: Buffer.from(partition).toString('base64url'),
});

/** The partition and id that tags name; undefined where they name no such mail. */
export function accountMailOf(tag: (name: string) => string | undefined): { partition: string; id: string } | undefined {
  const [id, partition] = [tag('mailId'), tag('mailPartition')];
  return id && partition ? { partition: Buffer.from(partition, 'base64url').toString(), id } : undefined;
}
