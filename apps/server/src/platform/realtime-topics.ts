import type { ServerEvent } from '@vlam/contract/realtime';
import { AppError } from './errors.ts';
import type { Connection } from './realtime-connections.ts';
import type { Viewer } from './viewer.ts';

/** Who may subscribe to topics of one kind: everyone, or the accounts that the rule returns at each send. */
export type TopicRule =
  | 'everybody'
  /** Open to everyone; a new connection of the topic first receives these events of the last minutes. */
  | { replayed: ServerEvent }
  | {
      /** Returns the accounts, of these viewers, that may subscribe to the topic with this id. */
      allowed(id: string, viewers: readonly Viewer[]): Promise<ReadonlySet<string>>;
    };

export interface Topics {
  /** Whether there is a rule for topics of this form. */
  knows(topic: string): boolean;
  /** Throws `NOT_FOUND` for a topic the viewer may not receive or that does not exist. */
  requireAllowed(topic: string, viewer: Viewer): Promise<void>;
  /**
   * Removes clients from a topic's room, with `leave`, that may no longer receive it; null where there is no rule.
   * Events of one topic keep their order. Rejects for a topic of an unknown kind.
   */
  stillAllowed(topic: string, leave: (connection: Connection) => void): Promise<void> | null;
}

const isOpen = (rule: TopicRule): rule is Exclude<TopicRule, { allowed: unknown }> =>
  rule === 'everybody' || 'replayed' in rule;

export function createTopics(
  rules: ReadonlyMap<string, TopicRule>,
  { roomOf }: { roomOf(topic: string): Iterable<Connection> },
): Topics {
  const latest = new Map<string, Promise<void>>();

  function ruleOf(topic: string): { rule: TopicRule; id: string } | null {
    const [kind = '', id = ''] = topic.split(':');
    const rule = rules.get(kind);
    // An open topic has one room; a topic with a rule has a room for each id.
    return rule !== undefined && isOpen(rule) === (id === '') ? { rule, id } : null;
  }

  async function sift(topic: string, leave: (connection: Connection) => void): Promise<void> {
    const found = ruleOf(topic);
    if (!found || isOpen(found.rule)) throw new Error('a topic of an unknown kind');
    const members = [...roomOf(topic)];
    if (members.length === 0) return;
    const viewers = [...new Map(members.map(({ viewer }) => [viewer.accountId, viewer])).values()];
    const allowed = await found.rule.allowed(found.id, viewers);
    // Clients that joined during the check were checked when they joined.
    for (const member of members) if (!allowed.has(member.viewer.accountId)) leave(member);
  }

  return {
    knows: (topic) => ruleOf(topic) !== null,
    async requireAllowed(topic, viewer) {
      const found = ruleOf(topic);
      if (!found) throw new AppError('NOT_FOUND');
      if (isOpen(found.rule)) return;
      if (!(await found.rule.allowed(found.id, [viewer])).has(viewer.accountId)) throw new AppError('NOT_FOUND');
    },
    stillAllowed(topic, leave) {
      const found = ruleOf(topic);
      if (found && isOpen(found.rule)) return null;
      const turn = (latest.get(topic) ?? Promise.resolve()).catch(() => {}).then(() => sift(topic, leave));
      latest.set(topic, turn);
      const done = () => {
        if (latest.get(topic) === turn) latest.delete(topic);
      };
      turn.then(done, done);
      return turn;
    },
  };
}
