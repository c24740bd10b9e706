/** Privileges that functions have although no call of a test needs them. */
export interface Kept {
  /** Matches `<function> <privilege>`. */
  privileges: RegExp;
  /** True: only while another function's tests use the same privilege. */
  elsewhere?: true;
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
    privileges: /^\S+ dynamodb:Query table\/\S+\/index\/gsi1$/,
    elsewhere: true,
    why: 'of the same steps, for callers who are in several organizations',
  },
  {
    privileges: /^auth-\S+ kms:GetPublicKey /,
    elsewhere: true,
    why: 'the function that signs first with a key publishes it; in tests that is auth-register',
  },
  {
    privileges: /^attachments-start-upload s3:PutObject /,
    why: 'signs a form: the upload is a request of the caller, with the rights of the function',
  },
];
