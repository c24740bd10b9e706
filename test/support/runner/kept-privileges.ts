/** Privileges that functions have although no call of a test needs them. */
export interface Kept {
  /** Matches `<function> <privilege>`. */
  privileges: RegExp;
  /** True: only while another function's tests use the same privilege. */
  elsewhere?: true;
  /** True: whether tests use them depends on the machine or on chance, so that the reason stays when all are used. */
  mayBeUsed?: true;
  why: string;
}

/** Printed at the end of a run with the number of privileges that each explains (print-unused-grants.ts). */
export const KEPT: readonly Kept[] = [
  { privileges: /^\S+ logs:/, why: 'Lambda itself writes the log with the role of the function' },
  {
    privileges: /^workers-\S+ sqs:(ReceiveMessage|DeleteMessage|ChangeMessageVisibility|GetQueueAttributes) /,
    why: 'the event source mapping polls the queue with the role of its function',
  },
  {
    privileges: /^\S+ (dynamodb:(DescribeStream|GetRecords|GetShardIterator|ListStreams) |sqs:SendMessage \S+-dead-letters$)/,
    why: 'the event source mapping reads the stream, and gives up records, with the role of its function',
  },
  {
    privileges: /^\S+ s3:ListBucket \S+( \[s3:prefix companies\/\*\])?$/,
    why: 'S3 itself looks at it: without it a file that does not exist is "forbidden" instead of "not found"',
  },
  {
    privileges: /^\S+ dynamodb:\w+ table\/\S+ \[dynamodb:LeadingKeys (RATE#\*|U#\*|C#\*|JWKS)\]$/,
    elsewhere: true,
    why: 'of the steps around every endpoint, which are the same code for all (infra/table-grants.ts)',
  },
  {
    privileges: /^auth-\S+ kms:GetPublicKey /,
    elsewhere: true,
    why: 'the function that signs first with a key publishes it; in tests that is auth-register',
  },
  {
    privileges: /^tasks-(check|send)-transport-message dynamodb:DeleteItem table\/\S+ \[dynamodb:LeadingKeys not JWKS\]$/,
    elsewhere: true,
    why: 'a correction that shortens the lines of a delivery note to fewer items; delivery-notes-change-transport shows it',
  },
  {
    privileges: /^\S+ lambda:InvokeFunction function:\S+-workers-run-schematron:live$/,
    mayBeUsed: true,
    why: 'needs the official rules, which not every machine has (EINVOICE_ARTIFACTS)',
  },
  {
    privileges: /^schedules-sweep sqs:SendMessage \S+-list$/,
    elsewhere: true,
    mayBeUsed: true,
    why: 'for one in 64 changes of documents, if the record of the stream was lost (shared/lists/outbox-route.ts)',
  },
  {
    privileges: /^attachments-start-upload s3:PutObject /,
    why: 'signs a form: the upload is a request of the caller, with the rights of the function',
  },
];
