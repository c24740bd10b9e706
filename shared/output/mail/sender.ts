import { environment } from '#shared/platform/aws/environment.ts';

/** The bare address of the stage's sender: `no-reply@example.org` of `Name <no-reply@example.org>`. */
export const senderAddress = (): string => /<([^<>]+)>$/.exec(environment('mailFrom'))?.[1] ?? environment('mailFrom');
