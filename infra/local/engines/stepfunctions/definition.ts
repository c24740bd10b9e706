import * as z from 'zod';

/**
 * The subset of the Amazon States Language that the engine runs, field by field: JSONata only, `lambda:invoke` tasks,
 * inline maps. Objects are strict, so that a field the engine would not obey is refused and never ignored.
 * Source: https://states-language.net and the Step Functions developer guide.
 */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = Record<string, Json>;

/** A state machine inside another: a branch of a Parallel state or the processor of a Map state. */
export interface Branch {
  StartAt: string;
  States: Record<string, State>;
  Comment?: string | undefined;
}

export const LAMBDA_INVOKE = 'arn:aws:states:::lambda:invoke';

const MAX_SECONDS = 99_999_999;

/** A JSON value whose strings may be `{% … %}`, however deep. */
const template: z.ZodType<Json> = z.json();
const expression = z
  .string()
  .startsWith('{%', 'must be a JSONata expression: "{% … %}"')
  .endsWith('%}', 'must be a JSONata expression: "{% … %}"');
const seconds = (least: number) => z.union([z.int().min(least).max(MAX_SECONDS), expression]);

const common = { Comment: z.string().optional(), QueryLanguage: z.literal('JSONata').optional() };
const assign = { Assign: z.record(z.string(), template).optional() };
const output = { Output: template.optional() };
const flow = { Next: z.string().optional(), End: z.literal(true).optional() };

const retrier = z.strictObject({
  ErrorEquals: z.array(z.string()).min(1),
  IntervalSeconds: z.int().min(1).max(MAX_SECONDS).optional(),
  MaxAttempts: z.int().min(0).max(MAX_SECONDS).optional(),
  BackoffRate: z.number().min(1).optional(),
  MaxDelaySeconds: z.int().min(1).max(31_622_399).optional(),
  JitterStrategy: z.enum(['NONE', 'FULL']).optional(),
  Comment: z.string().optional(),
});

const catcher = z.strictObject({
  ErrorEquals: z.array(z.string()).min(1),
  Next: z.string(),
  Comment: z.string().optional(),
  ...assign,
  ...output,
});

const failable = { Retry: z.array(retrier).optional(), Catch: z.array(catcher).optional() };

const task = z.strictObject({
  Type: z.literal('Task'),
  Resource: z.literal(LAMBDA_INVOKE, `the engine runs "${LAMBDA_INVOKE}" only`),
  Arguments: z.strictObject({ FunctionName: z.string(), Payload: template.optional() }),
  TimeoutSeconds: seconds(1).optional(),
  ...failable,
  ...assign,
  ...output,
  ...flow,
  ...common,
});

const pass = z.strictObject({ Type: z.literal('Pass'), ...assign, ...output, ...flow, ...common });

const wait = z.strictObject({
  Type: z.literal('Wait'),
  Seconds: seconds(0).optional(),
  Timestamp: z.string().optional(),
  ...assign,
  ...output,
  ...flow,
  ...common,
});

const choiceRule = z.strictObject({
  Condition: expression,
  Next: z.string(),
  Comment: z.string().optional(),
  ...assign,
  ...output,
});

const choice = z.strictObject({
  Type: z.literal('Choice'),
  Choices: z.array(choiceRule).min(1),
  Default: z.string().optional(),
  ...assign,
  ...output,
  ...common,
});

const succeed = z.strictObject({ Type: z.literal('Succeed'), ...output, ...common });

const fail = z.strictObject({
  Type: z.literal('Fail'),
  Error: z.string().optional(),
  Cause: z.string().optional(),
  ...common,
});

const states: z.ZodType<Record<string, State>> = z.lazy(() => z.record(z.string().min(1).max(80), state));

const branch: z.ZodType<Branch> = z.lazy(() =>
  z.strictObject({ StartAt: z.string(), States: states, Comment: z.string().optional() }),
);

const itemProcessor: z.ZodType<Branch> = z.lazy(() =>
  z.strictObject({
    ProcessorConfig: z.strictObject({ Mode: z.literal('INLINE') }).optional(),
    StartAt: z.string(),
    States: states,
    Comment: z.string().optional(),
  }),
);

const parallel = z.strictObject({
  Type: z.literal('Parallel'),
  Branches: z.array(branch).min(1),
  Arguments: template.optional(),
  ...failable,
  ...assign,
  ...output,
  ...flow,
  ...common,
});

const map = z.strictObject({
  Type: z.literal('Map'),
  ItemProcessor: itemProcessor,
  Items: z.union([z.array(template), expression]).optional(),
  ItemSelector: template.optional(),
  MaxConcurrency: z.union([z.int().min(0), expression]).optional(),
  ...failable,
  ...assign,
  ...output,
  ...flow,
  ...common,
});

const state = z.discriminatedUnion('Type', [task, pass, wait, choice, succeed, fail, parallel, map]);

/** A whole state machine, as a `.asl.json` file holds it. */
export const definitionSchema = z.strictObject({
  Comment: z.string().optional(),
  QueryLanguage: z.literal('JSONata', 'must be "JSONata": the engine knows no JSONPath'),
  Version: z.literal('1.0').optional(),
  TimeoutSeconds: z.int().min(1).max(MAX_SECONDS).optional(),
  StartAt: z.string(),
  States: states,
});

export type Retrier = z.infer<typeof retrier>;
export type Catcher = z.infer<typeof catcher>;
export type TaskState = z.infer<typeof task>;
export type PassState = z.infer<typeof pass>;
export type WaitState = z.infer<typeof wait>;
export type ChoiceState = z.infer<typeof choice>;
export type SucceedState = z.infer<typeof succeed>;
export type FailState = z.infer<typeof fail>;
export type ParallelState = z.infer<typeof parallel>;
export type MapState = z.infer<typeof map>;
export type State = TaskState | PassState | WaitState | ChoiceState | SucceedState | FailState | ParallelState | MapState;
export type Definition = z.infer<typeof definitionSchema>;

/** A state machine ready to run. State names are unique over all its branches, so one table holds them all. */
export interface Machine {
  name: string;
  arn: string;
  /** The text with its substitutions made, as DescribeStateMachine shows it. */
  text: string;
  startAt: string;
  timeoutSeconds: number | undefined;
  states: ReadonlyMap<string, State>;
}
