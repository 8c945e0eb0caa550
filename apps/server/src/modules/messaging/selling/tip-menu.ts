import type { OwnTipMenuItem, TipMenuItem } from '@vlam/contract/messaging-tip-menu';
import { tipMenuSize } from '@vlam/contract/rules/tip-menu';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { say } from '../../../platform/words.ts';
import { type ProfilesService, requireProfileId } from '../../profiles/service.ts';
import * as store from './tip-menu-store.ts';

type OwnMenu = { items: OwnTipMenuItem[] };

/** What a creator's tips can be for. Another creator's item is `NOT_FOUND`, like a missing one. */
export interface TipMenu {
  /** Throws `NOT_FOUND` unless the viewer may see a creator of that id. */
  getTipMenu(viewer: Viewer, creatorId: string): Promise<{ items: TipMenuItem[] }>;
  ownTipMenu(viewer: Viewer): Promise<OwnMenu>;
  /** Throws `QUOTA_REACHED` at the maximum number of items. */
  addTipMenuItem(viewer: Viewer, item: store.ItemText): Promise<OwnMenu>;
  changeTipMenuItem(viewer: Viewer, id: string, item: store.ItemText): Promise<OwnMenu>;
  removeTipMenuItem(viewer: Viewer, id: string): Promise<OwnMenu>;
  /** Throws `CONFLICT` unless `ids` are the items of the menu. */
  orderTipMenu(viewer: Viewer, ids: readonly string[]): Promise<OwnMenu>;
}

const toItem = ({ id, name, description, credits }: store.ItemRow): TipMenuItem => ({
  ...{ id, name, description, credits },
});

export function createTipMenu({
  database,
  clock,
  profiles,
}: {
  database: Database;
  clock: Clock;
  profiles: Pick<ProfilesService, 'getTipRecipient'>;
}): TipMenu {
  const { db } = database;

  async function toOwnMenu(on: Db, profileId: string): Promise<OwnMenu> {
    return { items: (await store.listItems(on, profileId)).map((row) => ({ ...toItem(row), tips: row.tips })) };
  }

  /** Changes the viewer's menu under its lock, and returns what became of it. */
  function change(viewer: Viewer, act: (tx: Db, profileId: string) => Promise<void>): Promise<OwnMenu> {
    const profileId = requireProfileId(viewer);
    return db.transaction().execute(async (tx) => {
      await store.lockMenu(tx, profileId);
      await act(tx, profileId);
      return toOwnMenu(tx, profileId);
    });
  }

  return {
    async getTipMenu(viewer, creatorId) {
      await profiles.getTipRecipient(viewer, creatorId);
      return { items: (await store.listItems(db, creatorId)).map(toItem) };
    },
    ownTipMenu: async (viewer) => toOwnMenu(db, requireProfileId(viewer)),
    addTipMenuItem: (viewer, item) =>
      change(viewer, async (tx, profileId) => {
        const row = { id: newId(), profile_id: profileId, ...item, updated_at: clock.now() };
        if (!(await store.insertItem(tx, row, tipMenuSize)))
          throw new AppError('QUOTA_REACHED', {
            message: say`A menu has ${tipMenuSize} items at most. Take one off first`,
          });
      }),
    changeTipMenuItem: (viewer, id, item) =>
      change(viewer, async (tx, profileId) => {
        if (!(await store.updateItem(tx, { id, profileId, at: clock.now() }, item))) throw new AppError('NOT_FOUND');
      }),
    removeTipMenuItem: (viewer, id) =>
      change(viewer, async (tx, profileId) => {
        if (!(await store.deleteItem(tx, profileId, id))) throw new AppError('NOT_FOUND');
      }),
    orderTipMenu: (viewer, ids) =>
      change(viewer, async (tx, profileId) => {
        if (!(await store.setOrder(tx, profileId, ids)))
          throw new AppError('CONFLICT', { message: say`The menu has changed since. Please look at it again` });
      }),
  };
}
