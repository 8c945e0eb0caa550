import { profilesOperations } from '@vlam/contract/profiles';
import { contactOperations } from '@vlam/contract/profiles-contacts';
import { handleOperations } from '@vlam/contract/profiles-handles';
import { profileIdentityOperations } from '@vlam/contract/profiles-identity';
import { photoCheckOperations } from '@vlam/contract/profiles-photo-check';
import { photosOperations } from '@vlam/contract/profiles-photos';
import { privacyOperations } from '@vlam/contract/profiles-privacy';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { ProfilesService } from './service.ts';

export const profilesRoutes = ({ profiles }: { profiles: ProfilesService }): BoundOperation[] => [
  ...bind(profilesOperations, {
    createProfile: ({ viewer, body }) => profiles.save(viewer, body),
    ownProfile: ({ viewer }) => profiles.getOwn(viewer),
    updateProfile: ({ viewer, body }) => profiles.update(viewer, body),
    featuredProfiles: ({ viewer }) => profiles.listFeatured(viewer),
    testProfiles: () => profiles.listSamples(),
    searchProfiles: ({ viewer, query }) => profiles.search(viewer, query.q),
    getProfile: ({ viewer, params }) => profiles.getFullProfile(viewer, params.id),
    blockProfile: async ({ viewer, params }) => {
      await profiles.block(viewer, params.id);
    },
    unblockProfile: async ({ viewer, params }) => {
      await profiles.unblock(viewer, params.id);
    },
    listCreators: ({ viewer, query }) => profiles.listCreators(viewer, query),
    getCreator: ({ viewer, params }) => profiles.getCreator(viewer, params.id),
  }),
  ...bind(photosOperations, {
    ownPhotos: ({ viewer }) => profiles.getPhotos(viewer),
    setPhotos: ({ viewer, body }) => profiles.setPhotos(viewer, body),
    setCover: ({ viewer, body }) => profiles.setCover(viewer, body),
    removeCover: ({ viewer }) => profiles.removeCover(viewer),
    listWaitingPhotos: ({ query }) => profiles.listWaitingPhotos(query.profileId),
    decidePhoto: ({ viewer, body }) => profiles.decidePhoto(viewer, body),
  }),
  ...bind(photoCheckOperations, {
    ownPhotoCheck: ({ viewer }) => profiles.getPhotoCheck(viewer),
    startPhotoCheck: ({ viewer }) => profiles.startPhotoCheck(viewer),
    sendPhotoCheck: ({ viewer, body }) => profiles.sendPhotoCheck(viewer, body),
    withdrawPhotoCheck: ({ viewer }) => profiles.withdrawPhotoCheck(viewer),
    listPhotoChecks: ({ viewer }) => profiles.listPhotoChecks(viewer),
    decidePhotoCheck: async ({ viewer, params, body }) => {
      await profiles.decidePhotoCheck(viewer, params.id, body);
    },
  }),
  ...bind(profileIdentityOperations, {
    ownIdentity: ({ viewer }) => profiles.getOwnIdentity(viewer),
    signCreatorAgreement: ({ viewer, body }) => profiles.signAgreement(viewer, body),
    sendIdentityDocument: ({ viewer, body }) => profiles.sendDocument(viewer, body),
    withdrawIdentityDocument: ({ viewer }) => profiles.withdrawDocument(viewer),
    listIdentityDocuments: ({ viewer, query }) => profiles.listDocuments(viewer, query),
    openIdentityDocument: ({ viewer, params }) => profiles.openDocument(viewer, params.id),
    decideIdentityDocument: async ({ viewer, params, body }) => {
      await profiles.decideDocument(viewer, params.id, body);
    },
    async creatorAgreementPdf({ viewer, reply }) {
      const file = await profiles.openAgreement(viewer);
      reply
        .headers({
          'content-type': 'application/pdf',
          'content-disposition': 'attachment; filename="creator-agreement.pdf"',
          'cache-control': 'private, no-store',
        })
        .send(file);
    },
  }),
  ...bind(contactOperations, {
    hiddenContacts: ({ viewer }) => profiles.hiddenContacts(viewer),
    hideFromContacts: ({ viewer, body }) => profiles.hideFromContacts(viewer, body),
    showToContacts: ({ viewer }) => profiles.showToContacts(viewer),
  }),
  ...bind(handleOperations, {
    ownHandle: ({ viewer }) => profiles.getOwnHandle(viewer),
    dropHandle: ({ viewer }) => profiles.dropHandle(viewer),
    setHandle: ({ viewer, body }) => profiles.setHandle(viewer, body.handle),
    checkHandle: ({ viewer, query }) => profiles.checkHandle(viewer, query.handle),
    getProfileByHandle: ({ viewer, params }) => profiles.getFullProfileByHandle(viewer, params.handle),
  }),
  ...bind(privacyOperations, {
    listBlocks: ({ viewer }) => profiles.listBlocks(viewer),
    privacySettings: ({ viewer }) => profiles.getPrivacy(viewer),
    setPrivacySettings: ({ viewer, body }) => profiles.setPrivacy(viewer, body),
  }),
];
