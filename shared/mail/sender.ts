import { environment } from '../aws/environment.ts';

/** `no-reply@example.org` of the stage's `Name <no-reply@example.org>`. */
export const senderAddress = (): string => /<([^<>]+)>$/.exec(environment('mailFrom'))?.[1] ?? environment('mailFrom');
