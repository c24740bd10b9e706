/**
 * Tags of an account mail, by which events of the mail service identify its record. SES allows letters, digits, `-` and `_` in
 * names and values.
 */
export const accountTags = (partition: string, mailId: string): Record<string, string> => ({
  mailId,
  mailPartition: Buffer.from(partition).toString('base64url'),
});

/** The partition and id of the account mail that the tags identify; undefined when a tag is missing. */
export function accountMailOf(tag: (name: string) => string | undefined): { partition: string; id: string } | undefined {
  const [id, partition] = [tag('mailId'), tag('mailPartition')];
  return id && partition ? { partition: Buffer.from(partition, 'base64url').toString(), id } : undefined;
}
