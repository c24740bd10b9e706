import * as z from 'zod';

/**
 * The subset of the Amazon States Language that the engine runs, field by field: what the files in statemachines use.
 * Objects are strict, so that a field the engine would not obey is refused and never ignored.
 * Source: https://states-language.net and the Step Functions developer guide.
 */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = Record<string, Json>;

export const LAMBDA_INVOKE = 'arn:aws:states:::lambda:invoke';

const MAX_SECONDS = 99_999_999;

/** A JSON value whose strings may be `{% … %}`, however deep. */
const template: z.ZodType<Json> = z.json();
const expression = z
  .string()
  .startsWith('{%', 'must be a JSONata expression: "{% … %}"')
  .endsWith('%}', 'must be a JSONata expression: "{% … %}"');

const common = { Comment: z.string().optional() };
const assign = { Assign: z.record(z.string(), template).optional() };
const output = { Output: template.optional() };
const flow = { Next: z.string().optional(), End: z.literal(true).optional() };

const retrier = z.strictObject({
  ErrorEquals: z.array(z.string()).min(1),
  IntervalSeconds: z.int().min(1).max(MAX_SECONDS).optional(),
  MaxAttempts: z.int().min(0).max(MAX_SECONDS).optional(),
  BackoffRate: z.number().min(1).optional(),
  MaxDelaySeconds: z.int().min(1).max(31_622_399).optional(),
});

const catcher = z.strictObject({
  ErrorEquals: z.array(z.string()).min(1),
  Next: z.string(),
  ...assign,
  ...output,
});

const task = z.strictObject({
  Type: z.literal('Task'),
  Resource: z.literal(LAMBDA_INVOKE, `the engine runs "${LAMBDA_INVOKE}" only`),
  Arguments: z.strictObject({ FunctionName: z.string(), Payload: template.optional() }),
  Retry: z.array(retrier).optional(),
  Catch: z.array(catcher).optional(),
  ...assign,
  ...output,
  ...flow,
  ...common,
});

const wait = z.strictObject({
  Type: z.literal('Wait'),
  Seconds: z.union([z.int().min(0).max(MAX_SECONDS), expression]).optional(),
  Timestamp: z.string().optional(),
  ...assign,
  ...output,
  ...flow,
  ...common,
});

const choiceRule = z.strictObject({
  Condition: expression,
  Next: z.string(),
  ...assign,
  ...output,
});

const choice = z.strictObject({
  Type: z.literal('Choice'),
  Choices: z.array(choiceRule).min(1),
  Default: z.string(),
  ...common,
});

const succeed = z.strictObject({ Type: z.literal('Succeed'), ...output, ...common });

const state = z.discriminatedUnion('Type', [task, wait, choice, succeed]);

/** A whole state machine, as a `.asl.json` file holds it. */
export const definitionSchema = z.strictObject({
  Comment: z.string().optional(),
  QueryLanguage: z.literal('JSONata', 'must be "JSONata": the engine knows no JSONPath'),
  StartAt: z.string(),
  States: z.record(z.string().min(1).max(80), state),
});

export type Retrier = z.infer<typeof retrier>;
export type Catcher = z.infer<typeof catcher>;
export type TaskState = z.infer<typeof task>;
export type WaitState = z.infer<typeof wait>;
export type ChoiceState = z.infer<typeof choice>;
export type State = z.infer<typeof state>;
export type Definition = z.infer<typeof definitionSchema>;

/** A state machine ready to run. */
export interface Machine {
  name: string;
  arn: string;
  /** The text with its substitutions made: what an execution goes on with after a restart. */
  text: string;
  startAt: string;
  states: ReadonlyMap<string, State>;
}
