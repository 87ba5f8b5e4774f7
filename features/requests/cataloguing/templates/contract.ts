import { z } from 'zod'
import { id } from '#features/requests/contract.ts'
import { get, post, problems } from '#kit/contract.ts'

/** Reasons for declining, and notes to schools with a record. */
export const templateKinds = ['DECLINED', 'CATALOGUED'] as const
export type TemplateKind = (typeof templateKinds)[number]
/** The items that a template is offered for. */
export const templateItems = ['ALL', 'POSTED', 'DIGITAL'] as const

export const nameLength = 60
export const textLength = 4000
/** The most templates of a kind. */
export const mostTemplates = 50

const typed = {
  /** The button's label; schools don't see it. */
  name: z.string().trim().max(nameLength),
  /** Sent to schools, unless edited first. */
  text: z.string().trim().max(textLength),
  items: z.enum(templateItems),
}
export const AnswerTemplate = z.object({
  id: z.string(),
  kind: z.enum(templateKinds),
  name: z.string(),
  text: z.string(),
  items: z.enum(templateItems),
  version: z.number().int(),
})
export type AnswerTemplate = z.infer<typeof AnswerTemplate>

const version = z.number().int()
const all = z.object({ response: z.array(AnswerTemplate) })

export const templatesApi = {
  answerTemplates: get('/rest/desk/cataloguing/templates', {
    who: 'desk',
    summary: 'Ready-made texts for answers, in the order in which they are offered',
    reply: all,
  }),
  addTemplate: post('/rest/desk/cataloguing/templates', {
    who: 'desk',
    summary: 'Add a ready-made text for answers, as the last of its kind',
    input: z.strictObject({ kind: z.enum(templateKinds), ...typed }),
    reply: all,
  }),
  changeTemplate: post('/rest/desk/cataloguing/templates/change', {
    who: 'desk',
    summary: 'Change a ready-made text; answers already given with it don’t change',
    input: z.strictObject({ templateId: id, version, ...typed }),
    reply: all,
  }),
  moveTemplate: post('/rest/desk/cataloguing/templates/move', {
    who: 'desk',
    summary: 'Offer a ready-made text one place earlier or later among those of its kind',
    input: z.strictObject({ templateId: id, to: z.enum(['earlier', 'later']) }),
    reply: all,
  }),
  removeTemplate: post('/rest/desk/cataloguing/templates/remove', {
    who: 'desk',
    summary: 'Delete a ready-made text; answers already given with it don’t change',
    input: z.strictObject({ templateId: id }),
    reply: all,
  }),
}

export const templateProblem = problems({
  template_not_found: [404, 'This template has been deleted.'],
  template_incomplete: [400, 'Please complete the template.'],
  template_changed: [409, 'Someone else has just changed this template. Please check it and try again.'],
  too_many_templates: [409, `There are already ${mostTemplates} templates of this kind. Delete one first.`],
})

/** Faults of a template, by field. */
export function templateErrors({ name, text }: { name: string; text: string }): Record<string, string> {
  return {
    ...(name.trim() === '' && { name: 'Please enter a name.' }),
    ...(text.trim() === '' && { text: 'Please enter the text.' }),
  }
}
