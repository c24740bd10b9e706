import { ListExecutionsCommand, RedriveExecutionCommand, SFNClient } from '@aws-sdk/client-sfn';
import { stateMachineArn } from '../local/engines/stepfunctions/loader.ts';
import { redrive } from '../redrive/redrive.ts';
import type { System } from './system.ts';

/** Runs `npm run redrive -- <what> --yes` on a system. @throws Error with what it says when something could not be moved */
export async function redriven(system: System, what: string): Promise<void> {
  const said: string[] = [];
  const code = await redrive([what, '--local', system.runtime.url, '--yes'], {
    say: line => void said.push(line),
    confirm: () => Promise.resolve(true),
    wait: () => Promise.resolve(),
    // The system runs in this process, with these variables.
    setEnvironment: () => {},
  });
  await system.settle();
  if (code !== 0) throw new Error(`npm run redrive -- ${what}: ${said.join(' ')}`);
}

/** Continues all executions that have failed, as `aws stepfunctions redrive-execution` does. */
export async function redriveExecutions(system: System): Promise<void> {
  const { endpoint } = system.runtime.engines.stepfunctions;
  const client = new SFNClient({ endpoint, region: 'local', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } });
  const list = new ListExecutionsCommand({ stateMachineArn: stateMachineArn('submit-invoice') });
  const { executions = [] } = await client.send(list);
  for (const { executionArn, status } of executions)
    if (status === 'FAILED') await client.send(new RedriveExecutionCommand({ executionArn }));
  client.destroy();
  await system.settle();
}
