import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPinned } from './dockerfile.ts';
import { holdsNoSecret, isSecretName, parseObjects, type Tree } from './files.ts';

type Files = Record<string, string>;

/** Where the type of each kind is; kustomize's own file is no object of a cluster. */
const moduleOf: Record<string, string> = {
  'v1/Namespace': 'core/v1',
  'v1/ConfigMap': 'core/v1',
  'v1/Service': 'core/v1',
  'v1/ServiceAccount': 'core/v1',
  'apps/v1/Deployment': 'apps/v1',
  'autoscaling/v2/HorizontalPodAutoscaler': 'autoscaling/v2',
  'batch/v1/Job': 'batch/v1',
  'networking.k8s.io/v1/Ingress': 'networking/v1',
  'networking.k8s.io/v1/NetworkPolicy': 'networking/v1',
  'policy/v1/PodDisruptionBudget': 'policy/v1',
};
const kustomization = 'kustomization.yaml';

const objectsOf = (files: Files): Tree[] =>
  Object.entries(files).flatMap(([file, text]) => (file === kustomization ? [] : parseObjects(text)));

/**
 * Unknown fields, missing ones, and values of another type, as the compiler words them, for each set of files; one run
 * of it takes a second.
 */
export function checkKubernetesTypes(sets: readonly Files[], root: string): string[][] {
  const folder = join(root, '.cache/deploy-types');
  mkdirSync(folder, { recursive: true });
  const unknown = sets.map((files, set) => {
    const objects = objectsOf(files).map((object) => ({ object, kind: `${object.apiVersion}/${object.kind}` }));
    const lines = objects.flatMap(({ object, kind }, index) => [
      `import type { ${object.kind} as Kind${index} } from 'kubernetes-types/${moduleOf[kind]}';`,
      `export const object${index}: Kind${index} = ${JSON.stringify(object)};`,
    ]);
    writeFileSync(join(folder, `set-${set}.ts`), lines.join('\n'));
    return objects.filter(({ kind }) => !moduleOf[kind]).map(({ kind }) => `${kind}: no such kind is known here`);
  });
  const files = sets.map((_files, set) => `set-${set}.ts`);
  const modules = { module: 'esnext', moduleResolution: 'bundler', target: 'esnext', types: [] };
  const compilerOptions = { strict: true, noEmit: true, skipLibCheck: true, ...modules };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const tsc = join(root, 'node_modules/.bin/tsc');
  const { stdout, error } = spawnSync(tsc, ['--pretty', 'false', '-p', folder], { encoding: 'utf8' });
  if (error) throw error;
  const lines = stdout.split('\n').filter((line) => line.includes('error TS'));
  // What is wrong with none of the files is wrong with the check.
  const about = (file: string) => lines.filter((line) => line.includes(file) || !line.includes('set-'));
  return files.map((file, set) => [...(unknown[set] ?? []), ...about(file)]);
}

/** What breaks the rules of `deploy/kubernetes/README.md`. */
export function checkKubernetes(files: Files): string[] {
  const found: string[] = [];
  const objects = objectsOf(files);
  const [{ resources = [], images = [] } = {}] = parseObjects(files[kustomization] ?? '');
  for (const file of Object.keys(files))
    if (file !== kustomization && !resources.includes(file)) found.push(`${file} is not in ${kustomization}`);
  const imageOf = (image: string): string => {
    const replaced = images.find(({ name }: Tree) => name === image);
    return replaced ? `${replaced.newName}:${replaced.newTag}` : image;
  };
  for (const object of objects) {
    const name = `${object.kind} ${object.metadata.name}`;
    const pod = object.spec?.template?.spec;
    if (object.kind === 'Secret') found.push(`${name} is written out`);
    for (const [key, value] of Object.entries((object.kind === 'ConfigMap' ? object.data : {}) as Tree))
      if (isSecretName(key) || !holdsNoSecret(value)) found.push(`${name}: ${key} is written out`);
    if (pod) found.push(...checkPod(pod, imageOf).map((wrong) => `${name}: ${wrong}`));
    if (object.kind === 'Deployment')
      found.push(...checkDeployment(object, objects).map((wrong) => `${name}: ${wrong}`));
  }
  const denies = ({ kind, spec }: Tree) =>
    kind === 'NetworkPolicy' &&
    JSON.stringify(spec) === JSON.stringify({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  if (!objects.some(denies)) found.push('no policy denies what no other allows');
  if (!objects.some(({ kind, automountServiceAccountToken: token }) => kind === 'ServiceAccount' && token === false))
    found.push('the account of the service has a token');
  return found;
}

function checkPod(pod: Tree, imageOf: (image: string) => string): string[] {
  const found: string[] = [];
  const require = (holds: unknown, wrong: string) => void (holds || found.push(wrong));
  const { securityContext: whole = {} } = pod;
  require(pod.automountServiceAccountToken === false, 'has a token of the cluster');
  require(whole.runAsNonRoot && whole.runAsUser > 0 && whole.runAsGroup > 0, 'runs as root');
  require(whole.seccompProfile?.type === 'RuntimeDefault', 'has no seccomp profile');
  require(!pod.hostNetwork && !pod.hostPID && !pod.hostIPC, "uses the node's namespaces");
  require(pod.volumes.every((volume: Tree) => volume.emptyDir?.sizeLimit), 'has a volume without a limit');
  for (const { image, resources = {}, env = [], securityContext: own = {} } of pod.containers as Tree[]) {
    require(isPinned(imageOf(image)), `image ${imageOf(image)} has no version`);
    require(own.allowPrivilegeEscalation === false && !own.privileged, 'may get new privileges');
    require(own.readOnlyRootFilesystem === true, 'its root can be written');
    require(own.capabilities?.drop?.includes('ALL') && !own.capabilities.add, 'keeps capabilities');
    for (const amount of ['requests', 'limits'])
      require(resources[amount]?.cpu && resources[amount].memory, `has no ${amount}`);
    for (const { name, value, valueFrom } of env as Tree[])
      require(!isSecretName(name) || (value === undefined && valueFrom?.secretKeyRef), `${name} is written out`);
  }
  return found;
}

function checkDeployment({ metadata, spec }: Tree, objects: Tree[]): string[] {
  const found: string[] = [];
  const require = (holds: unknown, wrong: string) => void (holds || found.push(wrong));
  const pod = spec.template.spec;
  const rolling = spec.strategy?.rollingUpdate;
  require(rolling?.maxUnavailable === 0 && rolling.maxSurge > 0, 'takes a process away before the next is ready');
  require(pod.terminationGracePeriodSeconds >= 40, 'is killed before it has handed over');
  for (const container of pod.containers as Tree[]) {
    for (const [probe, path] of [
      ['startupProbe', '/healthz'],
      ['livenessProbe', '/healthz'],
      ['readinessProbe', '/readyz'],
    ] as const)
      require(container[probe]?.httpGet?.path === path, `${probe} does not ask ${path}`);
    require(container.lifecycle?.preStop, 'is stopped while requests are still sent to it');
  }
  const labels = JSON.stringify(spec.selector.matchLabels);
  require(labels === JSON.stringify(spec.template.metadata.labels), 'selects other labels than its own');
  const budget = objects.some(
    (each) => each.kind === 'PodDisruptionBudget' && JSON.stringify(each.spec.selector.matchLabels) === labels,
  );
  require(budget, 'has no disruption budget');
  const scaled = objects.some(
    (each) => each.kind === 'HorizontalPodAutoscaler' && each.spec.scaleTargetRef.name === metadata.name,
  );
  require(scaled && spec.replicas === undefined, 'is not scaled');
  return found;
}
