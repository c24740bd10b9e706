import { type Environment, Stage, Tags } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Catalogue, Entry } from '../catalogue.ts';
import { otherRoutes, otherRoutesEnvironment } from '../api/routes.ts';
import { inGroups } from './function-groups.ts';
import * as names from './names.ts';
import { ApiStack } from '../stacks/api.ts';
import { CanaryStack } from '../stacks/canary.ts';
import { DataStack } from '../stacks/data.ts';
import { EdgeStack } from '../stacks/edge.ts';
import { type Code, FunctionsStack } from '../stacks/functions.ts';
import { MessagingStack } from '../stacks/messaging.ts';
import { ObservabilityStack } from '../stacks/observability/observability.ts';
import { RecoveryStack } from '../stacks/recovery.ts';
import { logicalId } from '../stacks/template.ts';
import { WorkflowsStack } from '../stacks/workflows.ts';
import type { StageSettings } from './stages.ts';
import type { StateMachineFile } from './state-machines.ts';

/** What the stacks are made from; all of it is derived from the repository's files. */
export interface System {
  catalogue: Catalogue;
  machines: readonly StateMachineFile[];
  codeOf(entry: Entry): Code;
  /** Folder of the function that answers with the OpenAPI document of a stage. */
  documentFunction(stage: StageSettings): string;
  /** Folder of the functions of the canary; needed if a stage has one. */
  canaryFunctions?: string | undefined;
}

/** The whole service in one account and region, as stacks that refer to each other's resources only by name (names.ts). */
export class InvoicingStage extends Stage {
  constructor(
    scope: Construct,
    settings: StageSettings,
    { catalogue, machines, codeOf, documentFunction, canaryFunctions }: System,
  ) {
    const env: Environment = { region: settings.region, ...(settings.account && { account: settings.account }) };
    super(scope, settings.name, { env });
    for (const [tag, value] of Object.entries(names.stageTags(settings))) Tags.of(this).add(tag, value);
    const stackName = (part: string) => ({ stackName: `${settings.name}-${part}` });
    const { endpoints, background } = catalogue;

    // No termination protection: CloudFormation turns it on before it creates the resources, so a failed first deploy could not be
    // deleted and repeated. The data is retained without it, by removal policies (stacks/data.ts).
    const data = new DataStack(this, 'Data', settings, stackName('data'));
    const messaging = new MessagingStack(this, 'Messaging', settings, background, stackName('messaging'));
    const others = otherRoutes(endpoints.map(({ handler }) => handler.definition));
    const groups = inGroups<Entry>([...endpoints, ...background]);
    const functions = [...groups].map(
      ([group, entries]) =>
        new FunctionsStack(this, `${logicalId(group)}Functions`, settings, {
          group,
          entries,
          variablesOf: ({ handler: { definition } }) =>
            definition.kind === 'endpoint' ? otherRoutesEnvironment(others(definition)) : {},
          codeOf,
          ...stackName(`functions-${group}`),
        }),
    );
    const workflows = new WorkflowsStack(this, 'Workflows', settings, { machines, background, ...stackName('workflows') });
    const api = new ApiStack(this, 'Api', settings, {
      endpoints,
      documentFunction: documentFunction(settings),
      ...stackName('api'),
    });
    const observability = new ObservabilityStack(this, 'Observability', settings, {
      background,
      machines,
      ...stackName('observability'),
    });

    // The topic of mail events names the key of the data.
    messaging.addStackDependency(data);
    // Data and queues first, then functions, then what calls these: a new route never points to a missing function.
    for (const stack of functions) stack.addStackDependency(data);
    for (const stack of functions) stack.addStackDependency(messaging);
    for (const stack of functions) workflows.addStackDependency(stack);
    for (const stack of functions) api.addStackDependency(stack);
    api.addStackDependency(workflows);
    observability.addStackDependency(api);
    if (settings.edge) {
      // After all that must accept the secret which the distribution sends.
      const edge = new EdgeStack(this, 'Edge', settings, settings.edge, {
        ...stackName('edge'),
        env: { ...env, region: names.EDGE_REGION },
      });
      edge.addStackDependency(api);
    }
    if (settings.canary) {
      if (canaryFunctions === undefined) throw new Error('The functions of the canary were not bundled.');
      // Its functions call the API by its address.
      new CanaryStack(this, 'Canary', settings, settings.canary, {
        code: canaryFunctions,
        ...stackName('canary'),
      }).addStackDependency(api);
    }
    if (settings.backups === false) return;
    new RecoveryStack(this, 'Recovery', settings, stackName('recovery')).addStackDependency(data);
  }
}
