import { z } from 'zod'
import { ChosenFormat, Content, DownloadRequest, dataTypes, RequestName } from '#features/downloads/contract.ts'
import { linkRule } from '#kit/bare-link.ts'
import { get, post, problems } from '#kit/contract.ts'
import { grouped } from '#kit/wording.ts'

/** A record in a folder, as a list shows it. From a page only `bibId` is read; the rest is the server's own. */
export const FolderItem = z.object({
  bibId: z.string(),
  itemTitle: z.string(),
  itemContributor: z.string(),
  dateIssuedMarc: z.string(),
  isbn: z.array(z.string()),
  issn: z.array(z.string()),
  otherIdentifier: z.array(z.string()),
  /** Title and contributor in another script, with its language (BCP 47) or ''. Items saved earlier lack it. */
  inScript: z.array(z.object({ of: z.string(), text: z.string(), lang: z.string() })).optional(),
  /** False when the record has left the catalogue since it was saved. */
  inCatalogue: z.boolean(),
})
export type FolderItem = z.infer<typeof FolderItem>

/** A folder of a school: everyone who works there sees it. */
export const SavedFolder = z.object({
  id: z.string(),
  listName: z.string(),
  folderName: z.string(),
  /** The person who saved it. */
  userId: z.string(),
  savedBy: z.string(),
  /** Number of records. */
  recordLength: z.number().int(),
  createdDate: z.string(),
  updatedDate: z.string(),
  /** The end of `/sharedFolder/…`, for signed-in people of any school; null when it is not shared. */
  shareToken: z.string().nullable(),
})
export type SavedFolder = z.infer<typeof SavedFolder>

export const maxFolderItems = 4000
/** Saved folders of one school. */
export const maxFolders = 20_000
/** Characters. */
export const maxFolderNameLength = 200

export const folderNameMissing = 'Please enter a folder name'
const unreadable = 'We can’t read the list of records.'
const name = z.string(folderNameMissing).refine(...linkRule)
/** Items, each with a `bibId`; the server parses them itself, and ignores every other member. */
const ItemList = z.array(z.unknown(), unreadable)
/** Items, or their JSON text. */
const Items = z.union([z.string(), ItemList], unreadable)
/** Sentences about the result, and about parts of the request that failed. */
const messages = z.array(z.string()).default([])
const folderId = z.strictObject({ folderId: z.string() })
/** Bytes: four times the size of 4,000 items with long titles. */
const listLimit = 4 * 1024 * 1024

export const foldersApi = {
  downloadTemporaryFolder: post('/rest/temp/folder/download', {
    who: 'staff',
    summary: 'Request a download of the temporary folder, or of another list under its own name',
    input: z.strictObject({
      searchFolderJson: Items,
      requestName: RequestName.optional(),
      content: Content.optional(),
      fileFormat: ChosenFormat.optional(),
    }),
    reply: z.object({ response: DownloadRequest }),
    bodyLimit: listLimit,
  }),
  emailFolder: post('/rest/catalogue/temp/email/send', {
    who: 'staff',
    summary: 'Email a list of records to one address; at most 20 emails per user per hour',
    input: z.strictObject({ searchFolderJson: Items, emailId: z.string() }),
    reply: z.object({ messages: z.array(z.string()) }),
    bodyLimit: listLimit,
  }),
  saveFolder: post('/rest/catalogue/temp/save', {
    who: 'staff',
    summary: 'Save a list of records as a named folder; a name already in use is refused with 409 and `about.folderId`',
    input: z
      .strictObject({
        folderName: name,
        searchFolderJson: Items,
        /** Ignored: the session decides, and the server counts. */
        userId: z.unknown(),
        recordLength: z.unknown(),
      })
      .partial({ userId: true, recordLength: true }),
    reply: z.object({ response: SavedFolder, messages }),
    bodyLimit: listLimit,
  }),
  listFolders: get('/rest/mycatalogue/folder/list', {
    who: 'staff',
    summary: 'The school’s saved folders, most recently changed first',
    reply: z.object({ response: z.array(SavedFolder) }),
  }),
  deleteFolder: get('/rest/mycatalogue/folder/delete', {
    who: 'staff',
    summary: 'Delete a saved folder',
    input: folderId,
    reply: z.object({ messages: z.array(z.string()) }),
    changes: true,
  }),
  folderItems: get('/rest/mycatalogue/folder/catJson', {
    who: 'staff',
    summary: 'The records of a saved folder, in its order',
    input: folderId,
    reply: z.object({ response: z.array(FolderItem), messages }),
  }),
  folderName: get('/rest/mycatalogue/folder/name', {
    who: 'staff',
    summary: 'A saved folder’s name and details',
    input: folderId,
    reply: z.object({ listName: z.string(), response: SavedFolder }),
  }),
  downloadFolder: get('/rest/mycatalogue/folder/download', {
    who: 'staff',
    summary: 'Request a saved folder’s records under its name, and send the file; waits a minute for it',
    input: z.strictObject({ folderId: z.string(), content: Content.optional() }),
    answers: 'file',
    mediaTypes: [...dataTypes, 'application/zip'],
  }),
  updateFolder: post('/rest/mycatalogue/folder/update', {
    who: 'staff',
    summary: 'Replace the records of a saved folder; the body is the list',
    input: z
      .strictObject({
        folderId: z.string(),
        userId: z.unknown(),
        recordLength: z.unknown(),
        /** When the list was read: if the folder has changed since, the update is refused with 409. */
        updatedDate: z.iso.datetime(),
        items: ItemList,
      })
      .partial({ userId: true, recordLength: true, updatedDate: true }),
    reply: z.object({ response: SavedFolder, messages }),
    listBody: 'items',
    bodyLimit: listLimit,
  }),
  renameFolder: post('/rest/mycatalogue/folder/rename', {
    who: 'staff',
    summary: 'Rename a saved folder; a name already in use is refused with 409 and `about.folderId`',
    input: z.strictObject({ folderId: z.string(), folderName: name }),
    reply: z.object({ response: SavedFolder }),
  }),
  shareFolder: post('/rest/mycatalogue/folder/share', {
    who: 'staff',
    summary: 'Start or stop sharing a saved folder; each start makes a new link',
    input: z.strictObject({ folderId: z.string(), shared: z.boolean() }),
    reply: z.object({ response: SavedFolder }),
  }),
  sharedFolder: get('/rest/sharedfolder/:token', {
    who: 'staff',
    summary: 'A shared folder, read-only, for signed-in staff at any school',
    input: z.strictObject({ token: z.string() }),
    reply: z.object({
      response: z.object({
        listName: z.string(),
        sharedBy: z.string(),
        updatedDate: z.string(),
        items: z.array(FolderItem),
      }),
    }),
  }),
}

export const folderProblem = problems({
  folder_not_found: [404, 'We couldn’t find this folder.'],
  folder_name_missing: [400, folderNameMissing],
  folder_name_too_long: [400, `A folder name can have at most ${maxFolderNameLength} characters.`],
  folder_name_unreadable: [400, 'This folder name has characters we can’t save.'],
  folder_name_taken: [409, 'A saved folder with this name already exists.'],
  folder_changed: [409, 'Someone has changed this folder since you opened it.'],
  folder_empty: [400, 'No Items to save'],
  too_many_folders: [409, `A school can keep at most ${grouped(maxFolders)} folders.`],
  nothing_to_download: [400, 'No Items to download'],
  nothing_to_email: [400, 'No Items to email'],
  folder_too_large: [400, `A folder can hold at most ${grouped(maxFolderItems)} records.`],
  unreadable_list: [400, unreadable],
})
